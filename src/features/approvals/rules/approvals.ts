import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** Kinds of decisions that a second person takes. */
export const approvalKinds = {
  exposed: 'Politically exposed client',
  'rating-high': 'Client of high risk',
  'rating-down': 'Risk rated lower by hand',
  'exposed-lower': 'No higher risk for a politically exposed client',
  gate: 'Exception: onboarding with open checks',
  'hit-strong': 'Decision on a strong match',
  'hit-match': 'Confirmed match with a list',
  'match-lifted': 'Lifting of a confirmed match',
  'hold-lifted': 'Lifting of the hold of a confirmed match',
  'name-dropped': 'Former spelling no longer compared',
} as const

export type ApprovalKind = keyof typeof approvalKinds

/** Whether an approval is about a hit. */
export function isAboutHit(kind: ApprovalKind): boolean {
  return kind === 'hit-strong' || kind === 'hit-match' || kind === 'match-lifted'
}

/** Whether an approval is about a hit, a hold or a name, of which a client has several, also one whom the firm declined. */
export function isAboutRecord(kind: ApprovalKind): boolean {
  return isAboutHit(kind) || kind === 'hold-lifted' || kind === 'name-dropped'
}

/** The approvals that a rating can need. */
export const ratingApprovals = ['exposed', 'rating-high', 'rating-down', 'exposed-lower'] as const
export type RatingApproval = (typeof ratingApprovals)[number]

export function isAboutRating(kind: ApprovalKind): kind is RatingApproval {
  return (ratingApprovals as readonly ApprovalKind[]).includes(kind)
}

/** Whether a senior manager decides; all else is for any admin but the asker. */
export function needsSenior(kind: ApprovalKind): boolean {
  return kind === 'exposed' || kind === 'rating-high' || kind === 'gate'
}

export const approvalKindNames = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]]

export const approvalDecisions = ['granted', 'refused'] as const
export type ApprovalDecision = (typeof approvalDecisions)[number]

/** Why a request about a hit or a rating was withdrawn: what was to be decided is no longer so. */
export const withdrawalReasons = {
  person: 'the person’s details have changed',
  entry: 'the entry on the list has changed',
  removed: 'the entry was removed from the list',
  'not-similar': 'the comparison no longer finds the person similar to the entry',
  'left-out': 'this person is no longer compared with lists',
  facts: 'the facts that the risk rating rests on have changed',
} as const
export type WithdrawalReason = keyof typeof withdrawalReasons
export const withdrawalReasonNames = Object.keys(withdrawalReasons) as [
  WithdrawalReason,
  ...WithdrawalReason[],
]

/** Why a confirmed match is lifted. */
export const liftReasons = {
  delisted: 'Removed from the list',
  'other-person': 'Another person after all',
  'wrong-record': 'Wrong record',
  left: 'No longer acts or pays for the client, or has left the firm',
} as const
export type LiftReason = keyof typeof liftReasons
export const liftReasonNames = Object.keys(liftReasons) as [LiftReason, ...LiftReason[]]

/** An undecided request lapses after this many days. */
const LAPSE_DAYS = 30
/** A granted override is in force for this long. */
export const OVERRIDE_MS = 7 * DAY_MS

export function lapsesAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + LAPSE_DAYS * DAY_MS)
}

/** Until when a granted override is in force. */
export function overrideEndsAt(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + OVERRIDE_MS)
}
