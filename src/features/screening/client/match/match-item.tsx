import { clsx } from 'clsx'
import { Link } from 'wouter'
import type { Hit } from '#features/screening/api/screening.ts'
import { clearingReasons } from '#features/screening/rules/hits.ts'
import { roles } from '#features/due-diligence/rules/screened-roles.ts'
import { withdrawalReasons } from '#features/approvals/rules/approvals.ts'
import { entryDetailNames, entryDetails, listSources } from '#features/screening/rules/lists.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { usePack } from '#features/due-diligence/client/staff/use-pack.ts'
import { inlineAddress } from '#features/documents/client/preview-kind.ts'
import { paths } from '#base/client/paths.ts'
import type { Elements } from '#base/client/ui/elements.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { LiftMatch } from '#features/screening/client/hits/lift-match.tsx'
import { useScreeningOfHit } from '#features/screening/client/hits/use-hits.ts'
import { ComparedNames } from './compared-names.tsx'
import { comparedFacts, type ComparedFact } from './compared-facts.ts'
import { FeatureRows } from './feature-rows.tsx'

type MatchItemProps = { hit: Hit; userId: string }

/** A possible match: the client, or someone else who is compared, beside the listed person. */
export function MatchItem({ hit, userId }: MatchItemProps) {
  // That the match was opened is recorded.
  useScreeningOfHit(hit)
  const { applicationId, subject, source, strong, foundAt } = hit
  const { label, duty } = listSources[source]
  const isClient = subject.role === 'client'
  const isConfirmed = hit.state === 'match'
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl">{subject.names[0] ?? hit.clientName ?? 'Name not provided'}</h2>
        <Badge tone={strong || isConfirmed ? 'danger' : 'warning'}>
          {isConfirmed ? 'Confirmed match' : strong ? 'Strong match' : 'Possible match'}
        </Badge>
        <p className="text-xs text-ink-soft">
          {`${label} list, found ${formatDate(new Date(foundAt))}${duty ? '' : '. Not a South African duty'}`}
        </p>
      </div>
      {isClient || applicationId === null ? null : (
        <p className="mt-1 text-sm text-ink-soft">
          {`${roles[subject.role].label}: ${hit.clientName ?? 'name not provided'}`}
        </p>
      )}
      <Proposal hit={hit} userId={userId} />
      <Withdrawn {...hit} />
      <LiftMatch hit={hit} />
      <FactsTable facts={comparedFacts(hit)} hit={hit} />
      <div className="mt-1 flex flex-wrap items-start gap-x-6 text-sm">
        {applicationId === null ? null : (
          <Link href={`${paths.adminReview}?application=${applicationId}`} className="text-link py-2.5">
            Client’s application
          </Link>
        )}
        {applicationId !== null && isClient ? <IdentityDocument applicationId={applicationId} /> : null}
        <TechnicalDetails {...hit} />
      </div>
    </>
  )
}

const agreementTones = {
  same: 'font-semibold text-warning',
  different: 'font-semibold text-success',
  unclear: 'text-ink-soft',
} as const satisfies Record<ComparedFact['agreement'], string>

function FactsTable({ facts, hit }: { facts: readonly ComparedFact[]; hit: Hit }) {
  const { subject, entry } = hit
  const why = [entry.programme, entry.remarks].filter((text) => text !== '').join('. ')
  return (
    <table className="facts-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Fact</span>
          </th>
          <th scope="col">{subject.role === 'client' ? 'Our client' : roles[subject.role].label}</th>
          <th scope="col">Listed person</th>
          <th scope="col">
            <span className="sr-only">Agreement</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ label, ours, listed, agreement, text }) => (
          <FactRow key={label} label={label}>
            <td>{ours}</td>
            <td>{listed}</td>
            <td className={clsx('agreement', agreementTones[agreement])}>{text}</td>
          </FactRow>
        ))}
        {why === '' ? null : (
          <FactRow label="Why listed">
            <td>
              <span className="sr-only">Nothing to compare</span>
            </td>
            <td colSpan={2} className="listed">
              {why}
            </td>
          </FactRow>
        )}
      </tbody>
    </table>
  )
}

function FactRow({ label, children }: { label: string; children: Elements }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {children}
    </tr>
  )
}

/** The identity document that the client gave, in a window of its own. */
function IdentityDocument({ applicationId }: { applicationId: string }) {
  const papers = usePack(applicationId)?.tasks.find(({ task }) => task === 'identity')?.papers ?? []
  const given = papers.find(({ files }) => files[0] !== undefined && files[0].virusScan === undefined)
  const file = given?.files[0]
  if (given === undefined || file === undefined) return null
  return (
    <a href={inlineAddress(file.url)} target="_blank" rel="noreferrer" className="text-link py-2.5">
      {given.label}
    </a>
  )
}

/** Score, entry, and how the names were compared. */
function TechnicalDetails({ score, uid, features, pairs, entry }: Hit) {
  return (
    <details className="min-w-0">
      <summary className="text-link cursor-pointer py-2.5">Technical details</summary>
      <p className="mt-2 text-ink-soft">{`Entry ${uid}, score ${score.toFixed(2)}`}</p>
      <FeatureRows features={features} />
      <ComparedNames pairs={pairs} />
      <DefinitionList
        className="mt-3"
        rows={entryDetailNames.flatMap((detail) => {
          const texts = entry.details[detail] ?? []
          return texts.length === 0 ? [] : [{ label: entryDetails[detail], value: texts.join('; ') }]
        })}
      />
    </details>
  )
}

/** What a colleague, or the reader, has proposed to a second person. */
function Proposal({ hit, userId }: MatchItemProps) {
  const { state, verdict, reason, words, decidedBy, decidedByName } = hit
  if (state !== 'waiting') return null
  const isOwn = decidedBy === userId
  const who = isOwn ? 'You' : (decidedByName ?? 'A colleague')
  const why = reason === null ? '' : `, ${clearingReasons[reason].toLowerCase()}`
  return (
    <Notice className="mt-3">
      <p className="text-sm">
        {`${who} said: ${verdict === 'match' ? 'same person' : 'different person'}${why}. “${words ?? ''}”${isOwn ? ' Another admin confirms it.' : ''}`}
      </p>
    </Notice>
  )
}

/** Why a proposal has to be made again. */
function Withdrawn({ state, withdrawn }: Hit) {
  if (state !== 'open' || withdrawn === null) return null
  const { askedByName, at, because } = withdrawn
  return (
    <Notice className="mt-3">
      <p className="text-sm">
        {`${askedByName} had proposed a decision. It was withdrawn on ${formatDate(new Date(at))}, since ${withdrawalReasons[because]}.`}
      </p>
    </Notice>
  )
}
