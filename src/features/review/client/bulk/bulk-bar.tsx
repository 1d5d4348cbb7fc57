import { useState } from 'react'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { actions } from '#features/access/rules/lifecycle/transitions.ts'
import { MAX_AT_ONCE } from '#features/review/rules/bulk-acts.ts'
import type { List } from '#base/client/lists/use-list.ts'
import { nonEmpty } from '#base/client/lists/view.ts'
import { Button } from '#base/client/ui/button.tsx'
import type { Workspace } from '../workspaces.ts'
import type { ExportLinksProps } from '../list/export-links.tsx'
import type { ApplicationsView } from '../list/lists.ts'
import { BulkDialog, type BulkChoice } from './bulk-dialogs.tsx'
import { BulkProgressPanel } from './bulk-progress.tsx'
import { applicationsText } from './bulk-texts.ts'
import { ExportSelection } from './export-selection.tsx'
import { useBulkAction, type BulkActionInput } from './use-bulk-action.ts'
import type { Selection } from './use-selection.ts'

/** The bulk actions of each role: those that need no reason per application. */
const choices: Readonly<Record<Workspace['role'], readonly BulkChoice[]>> = {
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
  role: Workspace['role']
  /** The source of exports. */
  exportedFrom: ExportLinksProps['from']
  list: Pick<List<ListedApplication, ApplicationsView<string>>, 'view' | 'retry'>
  selection: Selection
  /** Whether an action of the user is running, if loaded. */
  frame: { isActing: boolean } | undefined
}

/** The progress of the last action, actions for the selected rows, and what they ask before. */
export function useBulkBar({ role, exportedFrom, list, selection, frame }: BulkBarProps) {
  const [asking, setAsking] = useState<BulkChoice | null>(null)
  const { begin, callOff, shown, close } = useBulkAction({
    isActing: frame?.isActing ?? false,
    onBegun: () => {
      setAsking(null)
      selection.clear()
    },
    onEnded: list.retry,
  })
  const { count } = selection
  const tooMany = count > MAX_AT_ONCE
  const bar = (
    <div className="w-full">
      {shown === null ? null : (
        <BulkProgressPanel
          progress={shown}
          isCallingOff={callOff.isPending}
          onCallOff={() => callOff.mutate(shown.id)}
          onClose={() => close(shown.id)}
        />
      )}
      {count === 0 ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="font-semibold">
            {tooMany ? `Please choose at most ${MAX_AT_ONCE} at a time` : `${applicationsText(count)} chosen`}
          </span>
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
          {tooMany ? null : <ExportSelection {...{ role, selection }} from={exportedFrom} view={list.view} />}
          <Button size="small" tone="quiet" onClick={selection.clear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
  const dialog =
    asking === null ? null : (
      <BulkDialog
        choice={asking}
        count={count}
        chosen={chosenOf(selection, list.view)}
        pending={begin.isPending}
        onConfirm={(act) => begin.mutate({ act, ...chosenOf(selection, list.view) })}
        onCancel={() => setAsking(null)}
      />
    )
  return { bar, isShown: shown !== null || count > 0, dialog }
}

/** The selection as the call takes it: ids, or the filter with the number that was seen. */
function chosenOf(
  { chosen, count }: Selection,
  view: ApplicationsView<string>,
): Pick<BulkActionInput, 'ids' | 'filter' | 'count'> {
  if (chosen !== 'all') return { ids: [...chosen] }
  // The order does not change what matches.
  const { sort: _, direction: __, ...narrowed } = view
  const quietDays = view.quietDays === '' ? undefined : Number(view.quietDays)
  return { filter: { ...nonEmpty(narrowed), quietDays }, count }
}
