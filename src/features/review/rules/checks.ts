import type { CheckName, StaffCheck } from '#features/applications/rules/warnings.ts'
import type { PROOF } from './proofs.ts'

/** Decisions on a failed check; `reopened` withdraws an earlier one. */
export const checkDecisions = {
  accepted: 'Accepted as is',
  'to-correct': 'To be corrected',
  reopened: 'Reopened',
} as const

export type CheckDecision = keyof typeof checkDecisions

export const checkDecisionNames = Object.keys(checkDecisions) as [CheckDecision, ...CheckDecision[]]

export const MAX_CHECK_REASON = 1000

/** Maximum number of check decisions per application. */
export const MAX_SETTLEMENTS = 200

/** What a decision is about: a failed check of answers, or their proof by a document. */
export type Decidable = Pick<StaffCheck, 'path' | 'about'> & { check: CheckName | typeof PROOF }

/** A decision on a check, and the answers it was about. */
export interface Settled extends Decidable {
  decision: CheckDecision
}

/** The latest decision on a check about the current answers; null for none. */
export function settlementOf<Decided extends Settled>(
  check: Decidable,
  settlements: readonly Decided[],
): Decided | null {
  const about = settlements.findLast(
    (one) => one.path === check.path && one.check === check.check && one.about === check.about,
  )
  return about ?? null
}

/** A check with its latest decision. */
export interface DecidedCheck {
  settlement: { decision: CheckDecision } | null
}

/** A check is open without a decision, or after a withdrawn one. */
export function isOpenCheck({ settlement }: DecidedCheck): boolean {
  return settlement === null || settlement.decision === 'reopened'
}

/** A check that the client must correct and has not yet. */
export function waitsForCorrection({ settlement }: DecidedCheck): boolean {
  return settlement?.decision === 'to-correct'
}
