import type { SecondFactorState } from '#features/access/rules/second-factor.ts'

/** A requirement that a session must satisfy before anything else. */
export type PendingRequirement = 'second-factor' | 'password' | 'confirmation' | 'enrolment'

/** Sign-in state of a user. */
export interface Standing {
  /** Signed in with a temporary password and not changed yet. */
  mustChangePassword: boolean
  /** Registered with an unconfirmed address. */
  mustConfirmAddress: boolean
  secondFactor: SecondFactorState
}

/**
 * The next requirement; null for none. The second factor comes first: a temporary password from an intercepted mail is
 * useless without it.
 */
export function pendingRequirement({
  mustChangePassword,
  mustConfirmAddress,
  secondFactor,
}: Standing): PendingRequirement | null {
  if (secondFactor === 'due') return 'second-factor'
  if (mustChangePassword) return 'password'
  if (mustConfirmAddress) return 'confirmation'
  return secondFactor === 'to-set-up' ? 'enrolment' : null
}
