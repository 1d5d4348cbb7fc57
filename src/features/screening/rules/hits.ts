import type { LiftReason, WithdrawalReason } from '#features/approvals/rules/approvals.ts'

/** What system administrators see of the comparison of a member of staff: never a hit, nor a decision. */
export const staffScreeningStates = {
  'not-compared': 'Not compared',
  clear: 'Clear',
  'with-compliance': 'With compliance',
} as const
export type StaffScreeningState = keyof typeof staffScreeningStates
export const staffScreeningStateNames = Object.keys(staffScreeningStates) as [
  StaffScreeningState,
  ...StaffScreeningState[],
]

/**
 * `waiting`: for a second person. `gone`: the pair is no longer similar, or the entry was removed from the list. A `match`
 * ends only once two people lift it (docs/decisions/0157); the database holds it too.
 */
export const hitStates = ['open', 'waiting', 'no-match', 'match', 'gone'] as const
export type HitState = (typeof hitStates)[number]

export const hitVerdicts = ['no-match', 'match'] as const
export type HitVerdict = (typeof hitVerdicts)[number]

/** Why a hit is not the client. */
export const clearingReasons = {
  birth: 'Born on another date',
  country: 'Another country',
  sex: 'Another sex',
  document: 'Another person by their documents',
  name: 'Only the name is similar',
} as const
export type ClearingReason = keyof typeof clearingReasons
export const clearingReasonNames = Object.keys(clearingReasons) as [ClearingReason, ...ClearingReason[]]

/** Why a confirmed match is no longer found. */
export const notFoundReasons = {
  removed: 'removed from the list',
  entry: 'entry changed',
  person: 'name or details corrected',
  'not-similar': 'rules changed',
  'left-out': 'this person is no longer compared',
} as const satisfies Partial<Record<WithdrawalReason, string>>
export type NotFoundReason = keyof typeof notFoundReasons
export const notFoundReasonNames = Object.keys(notFoundReasons) as [NotFoundReason, ...NotFoundReason[]]

/** What a match is once it is lifted: only a person who left is a match again when they return, the same as before. */
export const onceLifted = {
  delisted: { state: 'gone', verdict: null },
  'other-person': { state: 'no-match', verdict: 'no-match' },
  'wrong-record': { state: 'no-match', verdict: 'no-match' },
  left: { state: 'gone', verdict: 'match' },
} as const satisfies Record<LiftReason, { state: HitState; verdict: HitVerdict | null }>

/** Whether a verdict needs a second person: a match, and whatever is said about a strong hit. */
export function needsSecondPerson(verdict: HitVerdict, { strong }: { strong: boolean }): boolean {
  return verdict === 'match' || strong
}

/** What is known of a pair when it is compared again. */
export interface KnownHit {
  state: HitState
  /** Of a hit that is gone: the final decision on it, if any. */
  verdict: HitVerdict | null
  subjectFingerprint: string
  entryFingerprint: string
}

/**
 * The state of a hit that is found again: a match stays one. Another decision holds until a fact of the person or of the entry changes, also
 * where the pair was not found meanwhile because of other thresholds or an incomplete list.
 */
export function stateWhenFound(
  known: KnownHit | null,
  found: Pick<KnownHit, 'subjectFingerprint' | 'entryFingerprint'>,
): HitState {
  if (known === null) return 'open'
  if (known.state === 'match') return 'match'
  const same =
    known.subjectFingerprint === found.subjectFingerprint && known.entryFingerprint === found.entryFingerprint
  if (!same) return 'open'
  return known.state === 'gone' ? (known.verdict ?? 'open') : known.state
}
