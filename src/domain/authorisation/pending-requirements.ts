import type { SecondFactorState } from '#domain/auth/second-factor.ts'

/** What a session may ask of somebody before they can do anything else. */
export type PendingRequirement = 'second-factor' | 'password' | 'confirmation' | 'enrolment'

/** How far somebody has come with signing in. */
export interface Standing {
  /** Signed in with a temporary password, and has not chosen a new one. */
  mustChangePassword: boolean
  /** Registered with an address that nothing has come back from. */
  mustConfirmAddress: boolean
  secondFactor: SecondFactorState
}

/**
 * What comes next; null where nothing stands in the way. The second factor comes before all: a temporary password, which
 * may have come from somebody else's mailbox, leads no further without it.
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
