import { clientEvent, event, type ProofFailure } from '#features/audit/rules/event.ts'

export const authEvents = {
  /** `secondFactor` is missing where the sign-in needed none. */
  'session.signed-in': clientEvent<{
    temporaryPassword: boolean
    secondFactor?: 'code' | 'recovery-code' | 'provider' | 'passkey'
    by?: 'sso' | 'passkey' | 'break-glass'
    /** The name of the provider of single sign-on. */
    provider?: string
  }>('Signed in', 'sign-in'),
  /** The password was correct; the second factor is pending. */
  'session.second-factor-asked': clientEvent('Second factor requested', 'sign-in'),
  'session.sign-in-failed': clientEvent<{
    username: string
    reason:
      | 'wrong-password'
      | 'unknown-user'
      | 'deactivated'
      | 'throttled'
      | 'unknown-invitation'
      | 'temporary-password-used'
      | 'temporary-password-expired'
      | 'wrong-code'
      | 'wrong-passkey'
      /** The password was correct, and the firm requires single sign-on. */
      | 'sso-required'
  }>('Sign-in failed', 'sign-in'),
  'address.became-suspicious': event<{ failures: number }>('IP address blocked', 'sign-in'),
  /** `address`: the rate limit key, an IPv4 address or an IPv6 network. */
  'address.cleared': event<{ address: string; wasBlocked: boolean }>('IP address cleared', 'sign-in'),
  'session.signed-out': clientEvent('Signed out', 'sign-in'),
  /** A provider of single sign-on signed a user out. */
  'session.ended-by-provider': clientEvent<{ provider: string; sessions: number; how: 'logout' | 'check' }>(
    'Session ended by single sign-on',
    'sign-in',
  ),
  'passkey.added': clientEvent('Passkey added', 'sign-in'),
  'passkey.renamed': clientEvent('Passkey renamed', 'sign-in'),
  'passkey.removed': clientEvent('Passkey removed', 'sign-in'),
  'passkey.change-failed': clientEvent<{ reason: ProofFailure }>('Change of passkeys rejected', 'sign-in'),
  /** `counter`: it went back, so the passkey may have been copied. */
  'passkey.refused': clientEvent<{ reason: 'unknown' | 'counter' | 'not-valid' | 'used' }>(
    'Passkey rejected',
    'sign-in',
  ),
  /** A user ended their own sessions; `others`: all but the current one. */
  'session.ended': clientEvent<{ which: 'one' | 'others'; sessions: number }>(
    'Session ended by user',
    'sign-in',
  ),
  /** `is` is missing for an authenticator. */
  'second-factor.enrolled': clientEvent<{ is?: 'passkey' }>('Second factor set up', 'sign-in'),
  /** `stillOn`: the owner's passkeys remain as second factor. */
  'second-factor.removed': clientEvent<{ is?: 'passkey'; stillOn?: true }>(
    'Second factor turned off',
    'sign-in',
  ),
  'second-factor.reset': clientEvent('Second factor reset', 'sign-in'),
  'second-factor.recovery-codes-renewed': clientEvent('Recovery codes renewed', 'sign-in'),
  'second-factor.change-failed': clientEvent<{ reason: ProofFailure }>(
    'Second factor change failed',
    'sign-in',
  ),
  'password.changed': clientEvent('Password changed', 'sign-in'),
  'password.change-failed': clientEvent<{ reason: ProofFailure }>('Password change failed', 'sign-in'),
  'password.reset-requested': clientEvent<{ username: string; known: boolean }>(
    'Password reset requested',
    'sign-in',
  ),
}
