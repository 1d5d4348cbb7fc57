import { Link } from 'wouter'
import type { ApplicationScreening } from '#features/screening/api/screening.ts'
import type { HitState } from '#features/screening/rules/hits.ts'
import { roles } from '#features/due-diligence/rules/screened-roles.ts'
import { listSources, type ListSource } from '#features/screening/rules/lists.ts'
import { formerText } from '#features/screening/rules/former-spellings.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { itemAddress } from '#features/approvals/client/item-address.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { FeatureRows } from '#features/screening/client/match/feature-rows.tsx'
import { FormerSpellings } from './former-spellings.tsx'
import { LiftMatch } from './lift-match.tsx'
import { useScreenAgain, useScreening } from './use-hits.ts'

const hitStates = {
  open: ['To decide', 'warning'],
  waiting: ['A colleague confirms', 'info'],
  'no-match': ['Different person', 'success'],
  match: ['Same person', 'danger'],
  gone: ['No longer similar', 'neutral'],
} as const satisfies Record<HitState, readonly [string, BadgeTone]>

/** Who was compared with sanctions lists for a client, and what was found. For admins: the caller checks. */
export function ScreeningCard({ applicationId }: { applicationId: string }) {
  const screening = useScreening(applicationId)
  const may = useMay('compliance.work')
  const again = useScreenAgain({ applicationId })
  if (screening === undefined) return null
  const { subjects, hits, withheldMails } = screening
  const undecided = hits.find(({ state }) => state === 'open' || state === 'waiting')
  return (
    <div className="mt-6">
      <h4 className="font-semibold">Sanctions lists</h4>
      {subjects.length === 0 ? (
        <p className="mt-1 text-sm text-ink-soft">
          Not compared yet. Clients who have submitted are compared within a minute.
        </p>
      ) : null}
      {hits.length === 0 ? null : (
        <ul aria-label="Possible sanctions matches" className="mt-2 grid">
          {hits.map((hit) => (
            <li
              key={hit.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hairline py-2"
            >
              <span className="min-w-0">
                <span className="block">{hit.entry.names[0]?.name ?? hit.uid}</span>
                <span className="block text-sm text-ink-soft">{`${listSources[hit.source].label}, ${hit.strong ? 'strong' : 'possible'} match`}</span>
              </span>
              <Badge tone={hitStates[hit.state][1]}>{hitStates[hit.state][0]}</Badge>
              <LiftMatch hit={hit} />
            </li>
          ))}
        </ul>
      )}
      {undecided === undefined ? null : (
        <Link href={itemAddress('match', undecided.id)} className="text-link mt-2 inline-block py-2.5">
          Decide
        </Link>
      )}
      <ul className="mt-2 grid gap-3">
        {subjects.map((subject) => (
          <Compared key={subject.id} subject={subject} />
        ))}
      </ul>
      <Withheld mails={withheldMails} />
      {may && subjects.length > 0 ? (
        <Button
          size="small"
          tone="secondary"
          className="mt-3"
          pending={again.isPending}
          pendingLabel="Comparing..."
          onClick={() => again.mutate()}
        >
          Screen again
        </Button>
      ) : null}
    </div>
  )
}

/** Emails that were dropped when they were to leave; no one else learns of it. */
function Withheld({ mails }: { mails: ApplicationScreening['withheldMails'] }) {
  if (mails.length === 0) return null
  return (
    <div className="mt-3">
      <h5 className="text-sm font-semibold">Emails that were not sent</h5>
      <ul className="text-sm text-ink-soft">
        {mails.map(({ id, subject, at }) => (
          <li key={id}>{`${formatDateTime(new Date(at))}: ${subject}`}</li>
        ))}
      </ul>
    </div>
  )
}

type Subject = ApplicationScreening['subjects'][number]

function Compared({ subject }: { subject: Subject }) {
  const { role, names, former, unreadable, current, screenings } = subject
  const [last] = screenings
  return (
    <li>
      <span className="block">{`${roles[role].label}: ${names.join(', ')}`}</span>
      <span className="block text-sm text-ink-soft">
        {`${current ? '' : `${formerText(role, { written: names, former }, 'No longer declared.')} `}${comparedText(last)}`}
      </span>
      <FormerSpellings person={subject} />
      {unreadable ? (
        <span className="block text-sm text-danger">
          No name wholly in Latin letters, so it can’t be compared.
        </span>
      ) : null}
      {last === undefined || last.best.length === 0 ? null : <Nearest nearest={last.best} />}
    </li>
  )
}

function comparedText(last: Subject['screenings'][number] | undefined): string {
  if (last === undefined) return 'Not compared yet.'
  const hits = last.hits === 1 ? '1 possible match' : `${last.hits} possible matches`
  const entries = last.candidates === 1 ? '1 similar entry' : `${last.candidates} similar entries`
  return `Compared on ${formatDateTime(new Date(last.at))}: ${entries}, ${hits}.`
}

/** The nearest entries that are no possible match, with the reasons. */
function Nearest({ nearest }: { nearest: Subject['screenings'][number]['best'] }) {
  return (
    <details className="mt-1">
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">
        {`Similar, but different: ${nearest.length}`}
      </summary>
      <ul className="grid gap-4 pb-2">
        {nearest.map(({ source, uid, name, score, features }) => (
          <li key={`${source} ${uid}`}>
            <span className="block font-semibold">{name}</span>
            <span className="block text-sm text-ink-soft">{`${sourceLabel(source)}, entry ${uid}, score ${score.toFixed(2)}`}</span>
            <FeatureRows features={features} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function sourceLabel(source: string): string {
  return listSources[source as ListSource]?.label ?? source
}
