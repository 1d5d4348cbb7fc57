import { statusTraits, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { ActionName } from '#features/access/rules/lifecycle/transitions.ts'

/** Every status change; `undo` reverts the previous one before clients are notified. */
export type StepName = ActionName | 'reopen' | 'undo'

/** Target status of a reopened application; null where it cannot be reopened. */
export function reopensTo(status: ApplicationStatus, wasSubmitted: boolean): 'under_review' | 'draft' | null {
  if (!statusTraits[status].reopenable) return null
  return wasSubmitted ? 'under_review' : 'draft'
}
