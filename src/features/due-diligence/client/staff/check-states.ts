import type { TaskState } from '#features/due-diligence/rules/tasks.ts'
import type { BadgeTone } from '#base/client/ui/badge.tsx'

/** The states of FICA checks as staff read them. */
export const checkStates = {
  open: ['Not sent', 'neutral'],
  'handed-in': ['To check', 'brass'],
  accepted: ['Accepted', 'success'],
  again: ['Asked again', 'neutral'],
  due: ['To renew', 'warning'],
} as const satisfies Record<TaskState, readonly [string, BadgeTone]>
