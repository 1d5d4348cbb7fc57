import { statusTraits, type ApplicationStatus } from './statuses.ts'
import type { ActionName } from './transitions.ts'

/** Every step that brings an application from one status to another; `undo` takes the one before back, before anybody was told. */
export type StepName = ActionName | 'reopen' | 'undo'

/** Where an application goes that is reopened; null where there is nothing to take back. */
export function reopensTo(status: ApplicationStatus, wasSubmitted: boolean): 'under_review' | 'draft' | null {
  if (!statusTraits[status].reopenable) return null
  return wasSubmitted ? 'under_review' : 'draft'
}
