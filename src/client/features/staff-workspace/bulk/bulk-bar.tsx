import { useState } from 'react'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { actions } from '#domain/applications/lifecycle/transitions.ts'
import { MAX_AT_ONCE } from '#domain/applications/review/bulk-acts.ts'
import type { List } from '#client/shared/lists/use-list.ts'
import { given } from '#client/shared/lists/view.ts'
import { Button } from '#client/ui/button.tsx'
import type { Desk } from '../desks.ts'
import type { ExportLinksProps } from '../list/export-links.tsx'
import type { ApplicationsView } from '../list/lists.ts'
import { BulkDialog, type BulkChoice } from './bulk-dialogs.tsx'
import { BulkProgressPanel } from './bulk-progress.tsx'
import { applicationsText } from './bulk-words.ts'
import { TakeAway } from './take-away.tsx'
import { useBulkAct, type WantedBulkAct } from './use-bulk-act.ts'
import type { Ticks } from './use-ticks.ts'

/** What each role does with many at once: what they do with one, as far as one reason or none fits all. */
const choices: Readonly<Record<Desk['role'], readonly BulkChoice[]>> = {
  admin: ['remind', 'notify', 'assign', 'markOnboarded', 'markCancelled'],
  wealth_manager: ['startReview', 'approve'],
}

const labels = { remind: 'Remind', notify: 'Notify', assign: 'Assign' } as const

function isOfLabels(choice: BulkChoice): choice is keyof typeof labels {
  return choice in labels
}

function labelOf(choice: BulkChoice): string {
  return isOfLabels(choice) ? labels[choice] : actions[choice].label
}

type BulkBarProps = {
  role: Desk['role']
  /** Where the list is to be had as a file. */
  exportedFrom: ExportLinksProps['from']
  list: Pick<List<ListedApplication, ApplicationsView<string>>, 'view'>
  ticks: Ticks
  onRefresh: () => void
}

/** What can be done with the rows that are ticked, and how far the last of it has come: it stays in sight. */
export function BulkBar({ role, exportedFrom, list, ticks, onRefresh }: BulkBarProps) {
  const [asking, setAsking] = useState<BulkChoice | null>(null)
  const { begin, callOff, shown, close } = useBulkAct({
    onBegun: () => {
      setAsking(null)
      ticks.clear()
    },
    onEnded: onRefresh,
  })
  const { count } = ticks
  const tooMany = count > MAX_AT_ONCE
  return (
    <>
      {shown === null && count === 0 ? null : (
        <div
          data-bulk-bar=""
          className="sticky bottom-0 z-20 mt-4 border border-hairline bg-surface px-4 py-3 shadow-float print:hidden"
        >
          {shown === null ? null : (
            <BulkProgressPanel
              progress={shown}
              isCallingOff={callOff.isPending}
              onCallOff={() => callOff.mutate(shown.id)}
              onClose={() => close(shown.id)}
            />
          )}
          {count === 0 ? null : (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <span role="status" className="font-semibold">
                {tooMany
                  ? `Please choose at most ${MAX_AT_ONCE} at a time`
                  : `${applicationsText(count)} chosen`}
              </span>
              <Button size="small" tone="quiet" onClick={ticks.clear}>
                Clear
              </Button>
              {choices[role].map((choice) => (
                <Button
                  key={choice}
                  size="small"
                  tone="secondary"
                  disabled={tooMany}
                  onClick={() => setAsking(choice)}
                >
                  {labelOf(choice)}
                </Button>
              ))}
              {tooMany ? null : <TakeAway {...{ role, ticks }} from={exportedFrom} view={list.view} />}
            </div>
          )}
        </div>
      )}
      {asking === null ? null : (
        <BulkDialog
          choice={asking}
          count={count}
          chosen={chosenOf(ticks, list.view)}
          pending={begin.isPending}
          onConfirm={(act) => begin.mutate({ act, ...chosenOf(ticks, list.view) })}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** The applications as the call takes them: by name, or by what the list is narrowed by with how many were seen. */
function chosenOf(
  { chosen, count }: Ticks,
  view: ApplicationsView<string>,
): Pick<WantedBulkAct, 'ids' | 'filter' | 'count'> {
  if (chosen !== 'all') return { ids: [...chosen] }
  // However it is sorted, the same match.
  const { sort: _, direction: __, ...narrowed } = view
  const quietDays = view.quietDays === '' ? undefined : Number(view.quietDays)
  return { filter: { ...given(narrowed), quietDays }, count }
}
