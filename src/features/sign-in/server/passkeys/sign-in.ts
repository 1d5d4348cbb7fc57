import type { PasskeyAnswer } from '#features/access/api/passkey-answers.ts'
import { isStaff } from '#features/access/rules/roles.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { recordFailure } from '#features/audit/server/record.ts'
import { anonymousContext, autocommit, inTransaction } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { countFailure } from '#features/sign-in/server/suspicious-addresses.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'
import { beginSession, type BrowserToken, type SignedIn, type SigningIn } from '../commands/begin-session.ts'
import { ADDRESS_BLOCKED } from '../commands/failed-sign-in.ts'
import { keyOfKnownBrowser } from '../known-browsers.ts'
import { lockAccount } from '../locked-account.ts'
import { requireSso } from '../sso-only.ts'
import { drawChallenge, isChallenge } from './challenge.ts'
import { noteCounter } from './record-change.ts'
import { requestOptions } from './request-options.ts'
import { rememberBrowser } from './this-device.ts'
import { consumeAnswer, verifyAnswer, type PasskeyFailure } from './verify.ts'

const UNKNOWN = 'This passkey can’t be used here. Please sign in with your password.'

/**
 * Options of a sign-in: they name no account and no passkey. Every sign-in page asks for them, so they need neither the
 * library nor the database.
 */
export function signInOptions({ settings, keyring }: Pick<Context, 'settings' | 'keyring'>, now: Date) {
  return requestOptions(settings, drawChallenge(keyring, 'sign-in', now), [])
}

/**
 * Signs a user in with a passkey, which counts as both factors: the device has verified its owner. The response is the
 * same for a forged, copied or repeated answer, and for a deactivated account. One that is not stored has its own code,
 * after which browsers stop offering it; credential ids are random, so it tells nothing about accounts.
 *
 * @throws DomainError signed-out (401) with `passkey-rejected` or `passkey-unknown`, throttled (429) where the address is blocked
 */
export async function signInWithPasskey(
  act: SigningIn,
  { response, browserToken }: { response: PasskeyAnswer; browserToken: BrowserToken },
): Promise<SignedIn> {
  const { context, origin } = act
  return attemptWithin(context, ['address', addressKey(origin.ip), ADDRESS_BLOCKED], async () => {
    const { keyring } = context
    const verified = await verifyAnswer(context, response, (challenge) =>
      isChallenge(keyring, 'sign-in', challenge, act.now),
    )
    if (typeof verified === 'string') return refuse(act, response, verified)
    const { userId } = verified
    await requireSso(act, { id: userId, ...verified.account })
    const known = await keyOfKnownBrowser(context.database.db, { userId, token: browserToken, now: act.now })
    const begun = await inTransaction(act, async (work) => {
      const account = await lockAccount(work.tx, userId, 'share')
      if (account === null || !(await consumeAnswer(work.tx, verified, work.now))) return null
      const codeGiven = isStaff(account.role) ? ('passkey' as const) : undefined
      const how = { browserToken, browserIsKnown: known !== null, codeGiven, by: 'passkey' as const }
      const signedIn = await beginSession(work, userId, how)
      await rememberBrowser(work.tx, verified, signedIn.browserToken)
      return signedIn
    })
    return begun ?? refuse(act, response, 'used')
  })
}

async function refuse(act: SigningIn, response: PasskeyAnswer, reason: PasskeyFailure): Promise<never> {
  const { context, origin } = act
  const anonymous = anonymousContext(act)
  if (reason === 'counter') await noteCounter(anonymous, response.id)
  else await recordFailure(autocommit(anonymous), 'passkey.refused', null, { reason })
  await countFailure(context, origin.ip)
  const code = reason === 'unknown' ? 'passkey-unknown' : 'passkey-rejected'
  throw new DomainError('signed-out', UNKNOWN, { code })
}
