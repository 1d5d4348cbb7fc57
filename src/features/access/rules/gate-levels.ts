import type { ApplicationStatus } from './lifecycle/statuses.ts'

/**
 * How far a client has to be for an act. `served`: no confirmed match that prohibits. `cleared`: also compared with a
 * United Nations list that is not too old, and no match undecided. `ready`: also every task, rating and approval.
 */
export const gateLevels = ['served', 'cleared', 'ready'] as const
export type GateLevel = (typeof gateLevels)[number]

/** What a client needs to come to a status, and for the mail about it to leave. */
export const gateLevelOf: Readonly<Partial<Record<ApplicationStatus, GateLevel>>> = {
  approved: 'cleared',
  onboarded: 'ready',
}

/** The three duties of a match on the United Nations' list (FICA, sections 26A to 26C, 28A, 29), in a list's few words. */
export const PROHIBITED_DUTIES = 'Prohibited: no service, report, tell no one'

/** What managers read, whatever the reason, so that they learn nothing of a match. */
export const STILL_CHECKING = 'Compliance is still checking. You can decide when the check is complete.'
