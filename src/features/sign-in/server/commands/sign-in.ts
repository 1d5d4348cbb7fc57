import { DomainError } from '#base/server/domain-error.ts'
import { inTransaction } from '#features/access/server/command-context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { takeSlot } from '#base/server/throttling/rate-limit-slots.ts'
import { failInSteps } from '#base/server/throttling/constant-time.ts'
import { attemptIn, attemptWithin, tooMany } from '#base/server/throttling/throttle.ts'
import { lockAccount } from '../locked-account.ts'
import { prove, proveTemporary, type Proof } from '../proof.ts'
import { findAccount, type Account } from '../queries.ts'
import { hashToken } from '#base/server/encryption/secret-token.ts'
import { isBreakGlass, requireSso } from '../sso-only.ts'
import { isTemporaryPassword } from '../temporary-passwords.ts'
import {
  beginSession,
  beginSessionAtOnce,
  type BrowserToken,
  type SignedIn,
  type SigningIn,
} from './begin-session.ts'
import { ADDRESS_BLOCKED, noteFailedSignIn, type FailureReason } from './failed-sign-in.ts'

interface SignIn {
  username: string
  password: string
  browserToken: BrowserToken
}

/** More than a password check takes, with two temporary ones, on any adequate machine. */
const FAILURE_STEP_MS = 100

const WRONG = 'That email address or password is incorrect.'
const SLOWED_DOWN = 'Too many failed sign-ins for this account.'

const failures = {
  wrong: { reason: 'wrong-password', message: WRONG },
  used: {
    reason: 'temporary-password-used',
    message: 'This temporary password has already been used. Choose "Forgot your password?" to get another.',
  },
  expired: {
    reason: 'temporary-password-expired',
    message: 'This temporary password is no longer valid. Choose "Forgot your password?" to get another.',
  },
} as const satisfies Record<string, { reason: FailureReason; message: string }>

type Proved = Extract<Proof, { passwordHash: string }>

/**
 * Signs a user in. Neither the response nor its duration shows whether an account exists.
 *
 * @throws DomainError signed-out (401) where email address and password do not match, throttled (429) where the account
 * is slowed down or the address is blocked
 */
export async function signIn(act: SigningIn, request: SignIn): Promise<SignedIn> {
  const { context, origin, now } = act
  const { username, browserToken } = request
  const address = addressKey(origin.ip)
  const browserHash = browserToken === null ? null : hashToken(browserToken)
  return failInSteps(FAILURE_STEP_MS, () => {
    // Runs while the address is counted; the result is ignored where the address is blocked.
    const looking = findAccount(context.database.db, { username, browserHash, now })
    looking.catch(() => undefined)
    return attemptWithin(context, ['address', address, ADDRESS_BLOCKED], async () =>
      signInToAccount(act, request, { account: await looking, browserHash }),
    )
  })
}

async function signInToAccount(
  act: SigningIn,
  request: SignIn,
  { account, browserHash }: { account: Account | null; browserHash: Buffer | null },
): Promise<SignedIn> {
  const { context, now } = act
  const { username } = request
  // Known browsers have their own slots in the rate limit, which strangers cannot use up.
  const slots =
    account?.browserIsKnown === true && browserHash !== null
      ? await takeSlot(context, 'browser', `${browserHash.toString('base64url')} ${username}`)
      : await takeSlot(context, 'account', username)
  if ('retryAfterSeconds' in slots) {
    const proof = await proveTemporary(account, request.password, now)
    if (account !== null && isProved(proof)) return begin(act, request, account, proof)
    await noteFailedSignIn(act, { username, account, reason: 'throttled' })
    throw tooMany(SLOWED_DOWN, slots.retryAfterSeconds)
  }
  return attemptIn(context, slots, async () => {
    const proof = await prove(account, request.password, now)
    if (account !== null && isProved(proof)) return begin(act, request, account, proof)
    return fail(act, request, account, isProved(proof) ? 'wrong' : proof.is)
  })
}

function isProved(proof: Proof): proof is Proved {
  return proof.is === 'password' || proof.is === 'temporary-password'
}

async function begin(act: SigningIn, request: SignIn, account: Account, proof: Proved): Promise<SignedIn> {
  const { passwordHash } = proof
  await requireSso(act, account)
  const browser = { browserToken: request.browserToken, browserIsKnown: account.browserIsKnown }
  if (proof.is === 'password') {
    const how = { ...browser, passwordHash }
    // Its mails belong to the transaction.
    const begun = await (isBreakGlass(act.context.settings, account)
      ? inTransaction(act, (work) => beginSessionAtOnce(work, account, how))
      : beginSessionAtOnce(act, account, how))
    return begun ?? fail(act, request, account, 'wrong')
  }
  // Used up when a password is chosen, not here (decisions, "Temporary password").
  const begun = await inTransaction(act, async (work) => {
    const locked = await lockAccount(work.tx, account.id, 'share')
    const holds = await isTemporaryPassword(work.tx, { userId: account.id, passwordHash })
    if (locked === null || !holds) return null
    return beginSession(work, account.id, { ...browser, temporaryPasswordHash: passwordHash })
  })
  return begun ?? fail(act, request, account, 'used')
}

async function fail(
  act: SigningIn,
  { username }: SignIn,
  account: Account | null,
  why: keyof typeof failures,
): Promise<never> {
  await noteFailedSignIn(act, { username, account, reason: failures[why].reason })
  throw new DomainError('signed-out', failures[why].message)
}
