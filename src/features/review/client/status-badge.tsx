import type { RefObject } from 'react'
import { statuses, statusTraits, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { waitingOn, type WaitingOn } from '#features/applications/rules/round/rounds.ts'
import { Badge } from '#base/client/ui/badge.tsx'

/** The status of an application as staff see it; focusable when it has just changed. */
export function CurrentStatus({
  status,
  ref,
}: {
  status: ApplicationStatus
  ref: RefObject<HTMLSpanElement | null>
}) {
  return (
    <span ref={ref} tabIndex={-1}>
      <StatusBadge status={status} />
    </span>
  )
}

/** The party that an open correction request waits for. */
export function WaitingBadge({ on }: { on: WaitingOn | null }) {
  return on === null ? null : <Badge tone={on === 'staff' ? 'brass' : 'neutral'}>{waitingOn[on]}</Badge>
}

/** The status of an application as staff see it. */
export function StatusBadge({ status }: { status: ApplicationStatus }) {
  return <Badge tone={statusTraits[status].tone}>{statuses[status]}</Badge>
}
