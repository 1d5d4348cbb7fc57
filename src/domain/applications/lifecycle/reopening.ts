import type { ApplicationStatus } from './statuses.ts'
import type { ActionName } from './transitions.ts'

/**
 * Steps of our own beside those of specification section 4: an admin takes back what was decided by mistake (decisions, "New
 * statuses"; docs/decisions/0061).
 */
export const reopenedFrom = [
  'approved',
  'rejected',
  'cancelled',
] as const satisfies readonly ApplicationStatus[]

/** Every step that brings an application from one status to another; `undo` takes the one before back, before anybody was told. */
export type StepName = ActionName | 'reopen' | 'undo'

/** Where an application goes that is reopened; null where there is nothing to take back. */
export function reopensTo(status: ApplicationStatus, wasSubmitted: boolean): 'under_review' | 'draft' | null {
  if (!reopenedFrom.some((from) => from === status)) return null
  return wasSubmitted ? 'under_review' : 'draft'
}
