import { Link } from 'wouter'
import type { Hit } from '#features/screening/api/screening.ts'
import { clearingReasons, screenedRoles } from '#features/screening/rules/hits.ts'
import { withdrawalReasons } from '#features/approvals/rules/approvals.ts'
import { entryDetailNames, entryDetails, listSources } from '#features/screening/rules/lists.ts'
import { formatDate, formatDay } from '#base/rules/time/dates.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { ComparedNames } from './compared-names.tsx'
import { FeatureRows } from './feature-rows.tsx'
import { LiftMatch } from './lift-match.tsx'
import { isOwnWaiting, useScreeningOfHit } from './use-hits.ts'

type HitPanelProps = {
  hit: Hit
  userId: string
  readOnly: boolean
  onDecide: (verdict: 'no-match' | 'match') => void
}

const or = (texts: readonly string[]) => (texts.length === 0 ? 'Unknown' : texts.join(', '))

/** A hit: the client, or the member of staff, beside the entry, and why they are similar. */
export function HitPanel({ hit, userId, readOnly, onDecide }: HitPanelProps) {
  const { applicationId, clientName, subject, entry, uid, features, pairs } = hit
  // The dialog lists this person's other hits; that the hit was opened is recorded with them.
  useScreeningOfHit(hit)
  return (
    <section aria-label="The hit" className="min-w-0">
      <h2 className="text-xl">
        {applicationId === null ? (
          clientName
        ) : (
          <Link href={`${paths.adminReview}?application=${applicationId}`} className="text-link">
            {clientName ?? 'Name not provided'}
          </Link>
        )}
      </h2>
      <p className="mt-1 text-ink-soft">{aboutHit(hit)}</p>
      <Waiting {...{ hit, userId }} />
      <Withdrawn {...hit} />
      <div className="mt-6 grid gap-6 md:grid-cols-2">
        <div>
          <h3 className="font-semibold">{screenedRoles[subject.role]}</h3>
          <DefinitionList
            className="mt-2"
            rows={[
              { label: 'Names', value: or(subject.names) },
              { label: 'Born', value: or(subject.births.map((day) => formatDay(day))) },
              { label: 'Countries', value: or(subject.countries) },
            ]}
          />
        </div>
        <div>
          <h3 className="font-semibold">{`Entry ${uid}`}</h3>
          <DefinitionList
            className="mt-2"
            rows={[
              {
                label: 'Names',
                value: or(
                  entry.names.map(({ name, quality }) => (quality === 'weak' ? `${name} (weak)` : name)),
                ),
              },
              { label: 'Born', value: or(entry.births) },
              { label: 'Countries', value: or(entry.countries) },
              { label: 'Documents', value: or(entry.documents) },
              ...entryDetailNames.flatMap((detail) => {
                const texts = entry.details[detail] ?? []
                return texts.length === 0 ? [] : [{ label: entryDetails[detail], value: texts.join('; ') }]
              }),
              { label: 'Programme', value: entry.programme || 'Unknown' },
              ...(entry.remarks === '' ? [] : [{ label: 'Remarks', value: entry.remarks }]),
            ]}
          />
        </div>
      </div>
      <h3 className="mt-6 font-semibold">Why it is a hit</h3>
      <FeatureRows features={features} />
      <ComparedNames pairs={pairs} />
      <LiftMatch hit={hit} />
      {readOnly || hit.state === 'match' || isOwnWaiting(hit, userId) ? null : (
        <div className="sticky bottom-0 z-10 mt-3 flex flex-wrap gap-3 bg-paper py-3 print:hidden">
          {hit.state === 'waiting' ? (
            <Button onClick={() => onDecide('no-match')}>Decide as second person</Button>
          ) : (
            <>
              <Button onClick={() => onDecide('no-match')}>No match</Button>
              <Button tone="secondary" onClick={() => onDecide('match')}>
                Match
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  )
}

function aboutHit({ source, score, strong, foundAt }: Hit): string {
  const { label, duty } = listSources[source]
  const found = `Score ${score.toFixed(2)}, found on ${formatDate(new Date(foundAt))}.`
  return `${strong ? 'Strong' : 'Possible'} hit on the list of: ${label}. ${found}${duty ? '' : ' Not a South African duty.'}`
}

function Waiting({ hit, userId }: { hit: Hit; userId: string }) {
  const { state, verdict, reason, words, decidedByName } = hit
  if (state !== 'waiting') return null
  const what = verdict === 'match' ? 'Match' : `No match: ${reason === null ? '' : clearingReasons[reason]}`
  return (
    <Notice
      className="mt-4"
      title={isOwnWaiting(hit, userId) ? 'Waits for a second person' : 'You can decide as second person'}
    >
      {`${decidedByName ?? 'A colleague'} proposes: ${what}. “${words ?? ''}”`}
    </Notice>
  )
}

/** Why a proposal has to be made again. */
function Withdrawn({ state, withdrawn }: Hit) {
  if (state !== 'open' || withdrawn === null) return null
  const { askedByName, at, because } = withdrawn
  return (
    <Notice className="mt-4" title="The request to a second person was withdrawn">
      {`${askedByName} had asked for it. On ${formatDate(new Date(at))} it was withdrawn, since ${withdrawalReasons[because]}. Please decide on what is shown now.`}
    </Notice>
  )
}
