import { Button } from '#base/client/ui/button.tsx'
import { StatusBadge } from '../status-badge.tsx'
import type { ShownStatus } from './use-shown-status.ts'

/** Marks a status change by another user beside the status that is shown. */
export function StatusChangeMark({ change, showChange }: Pick<ShownStatus, 'change' | 'showChange'>) {
  return (
    <span role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
      {change === null ? null : (
        <>
          <span className="text-sm font-semibold text-brass">{`Changed by ${change.by} to`}</span>
          <StatusBadge status={change.to} />
          <Button size="small" tone="primary" onClick={showChange}>
            Show the new status
          </Button>
        </>
      )}
    </span>
  )
}
