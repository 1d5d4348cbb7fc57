import { DomainError } from '#base/server/domain-error.ts'
import { hashMailedCode } from '#base/server/encryption/secret-token.ts'
import { inTransaction } from '#features/access/server/command-context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { failInSteps } from '#base/server/throttling/constant-time.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'
import { lockAccount } from '../locked-account.ts'
import { findInvited } from '../queries.ts'
import { requireSso } from '../sso-only.ts'
import { beginSession, type BrowserToken, type SignedIn, type SigningIn } from './begin-session.ts'
import { ADDRESS_BLOCKED, noteFailedSignIn, type FailureReason } from './failed-sign-in.ts'

/** More than the look-up takes on any adequate machine. */
const FAILURE_STEP_MS = 100

const failures = {
  unknown: {
    reason: 'unknown-invitation',
    message:
      'This link or code doesn’t open an invitation. Please use the newest invitation email, or ask the person who invited you for another.',
  },
  used: {
    reason: 'temporary-password-used',
    message:
      'This invitation was already used to choose a password. Please sign in with it, or choose "Forgot your password?" there.',
  },
  expired: {
    reason: 'temporary-password-expired',
    message: 'This invitation has expired. Please ask the person who invited you for another.',
  },
} as const satisfies Record<string, { reason: FailureReason; message: string }>

type Invited = Awaited<ReturnType<typeof findInvited>>

/**
 * Signs in by the code of an invitation's link. Like the temporary password that it stands for, it is used up when a
 * password is chosen, and until then opens nothing but that choice.
 *
 * @throws DomainError invalid (400) at token for an unknown, used or expired code, throttled (429) where the address is
 * blocked
 */
export async function signInByInvitation(
  act: SigningIn,
  { token, browserToken }: { token: string; browserToken: BrowserToken },
): Promise<SignedIn> {
  const { context, origin, now } = act
  const tokenHash = hashMailedCode(token)
  return failInSteps(FAILURE_STEP_MS, () =>
    attemptWithin(context, ['address', addressKey(origin.ip), ADDRESS_BLOCKED], async () => {
      const found = await findInvited(context.database.db, tokenHash)
      if (found !== null && problemOf(found, now) === null) await requireSso(act, found)
      const begun = await inTransaction(act, async (work) => {
        if (found !== null) await lockAccount(work.tx, found.id, 'share')
        const invited = await findInvited(work.tx, tokenHash)
        const why = problemOf(invited, now)
        if (invited === null || why !== null) return why ?? 'unknown'
        const how = { browserToken, browserIsKnown: false, temporaryPasswordHash: invited.passwordHash }
        return beginSession(work, invited.id, how)
      })
      if (typeof begun !== 'string') return begun
      const { reason, message } = failures[begun]
      await noteFailedSignIn(act, { username: found?.username ?? '', account: found, reason })
      throw new DomainError('invalid', message, { errors: [{ path: 'token', message }] })
    }),
  )
}

function problemOf(invited: Invited, now: Date): keyof typeof failures | null {
  if (invited === null) return 'unknown'
  if (invited.usedAt !== null) return 'used'
  return now >= invited.expiresAt ? 'expired' : null
}
