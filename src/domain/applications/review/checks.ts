import type { StaffCheck } from '#domain/applications/warnings.ts'

/** What staff decide about a failed check; `reopened` withdraws an earlier decision. */
export const checkDecisions = {
  accepted: 'Accepted as it is',
  'to-correct': 'To be corrected',
  reopened: 'Reopened',
} as const

export type CheckDecision = keyof typeof checkDecisions

export const checkDecisionNames = Object.keys(checkDecisions) as [CheckDecision, ...CheckDecision[]]

export const MAX_CHECK_REASON = 1000

/** The most decisions on the checks of one application. */
export const MAX_SETTLEMENTS = 200

/** A decision on a check, and the answers that it was made about. */
export interface Settled extends Pick<StaffCheck, 'path' | 'check' | 'about'> {
  decision: CheckDecision
}

/** The latest decision on a check about the present answers; null where there is none. */
export function settlementOf<Decided extends Settled>(
  check: StaffCheck,
  settlements: readonly Decided[],
): Decided | null {
  const about = settlements.findLast(
    (one) => one.path === check.path && one.check === check.check && one.about === check.about,
  )
  return about ?? null
}

/** A check with the latest decision on it. */
export interface DecidedCheck {
  settlement: { decision: CheckDecision } | null
}

/** A check is open without a decision, and after its decision was withdrawn. */
export function isOpenCheck({ settlement }: DecidedCheck): boolean {
  return settlement === null || settlement.decision === 'reopened'
}

/** A check that staff decided the client has to correct, which the client has not done yet. */
export function waitsForCorrection({ settlement }: DecidedCheck): boolean {
  return settlement?.decision === 'to-correct'
}
