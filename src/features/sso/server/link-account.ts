import { eq } from 'drizzle-orm'
import type { AccountProof } from '#features/access/api/own-proof.ts'
import type { PasskeyAnswer } from '#features/access/api/passkey-answers.ts'
import { personOf } from '#features/sso/rules/claims.ts'
import { decideUnlinked } from '#features/sso/rules/link.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Actor } from '#features/access/server/actor.ts'
import {
  anonymousContext,
  inTransaction,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { failInSteps } from '#base/server/throttling/constant-time.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'
import type { BrowserToken, SignedIn } from '#features/sign-in/server/commands/begin-session.ts'
import {
  ADDRESS_BLOCKED,
  noteFailedSignIn,
  type FailureReason,
} from '#features/sign-in/server/commands/failed-sign-in.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import { DUMMY_HASH, isPassword } from '#features/sign-in/server/passwords.ts'
import { isChallenge } from '#features/sign-in/server/passkeys/challenge.ts'
import { noteCounter } from '#features/sign-in/server/passkeys/record-change.ts'
import { rememberBrowser } from '#features/sign-in/server/passkeys/this-device.ts'
import {
  consumeAnswer,
  verifyAnswer,
  type VerifiedPasskey,
} from '#features/sign-in/server/passkeys/verify.ts'
import { consumeCode, proveCode, type ProvedCode } from '#features/sign-in/server/second-factor/prove-code.ts'
import type { UserRow } from '#features/accounts/server/account-guards.ts'
import { linkableAccount } from './identities.ts'
import { challengePurposeOf, forgetLink, type PendingLink } from './pending-link.ts'
import { linkAndBegin } from './sign-in.ts'
import type { CallbackCall } from './start.ts'

const STEP_MS = 100
const WRONG_PASSWORD = 'That password is incorrect.'
const WRONG_PASSKEY =
  'This passkey couldn’t be verified for this account. Please try another one, or use the password.'
const WRONG_CODE = 'That code is incorrect or has already been used'
const SLOWED_DOWN = 'Too many failed sign-ins for this account.'

/** A proof that was correct when it was checked; code and passkey are not used up yet. */
type Proved =
  | { by: 'password'; passwordHash: string; code: ProvedCode | null }
  | { by: 'passkey'; passkey: VerifiedPasskey }

/**
 * Links the account once its owner is proved, and signs in: by its password, with a code where it has a second factor,
 * or by one of its passkeys, which counts as both. Counted like a sign-in.
 *
 * @throws DomainError signed-out (401) for a wrong password or passkey, invalid (400) at `code`, throttled (429), conflict
 * (409) where the account has changed meanwhile
 */
export async function linkAccount(
  call: CallbackCall,
  pending: PendingLink,
  given: AccountProof,
): Promise<SignedIn> {
  const { context, origin, browserToken } = call
  const prove = async () => {
    const proved =
      given.by === 'passkey'
        ? await provePasskey(call, pending, given.response)
        : await provePassword(call, pending, given)
    const signedIn = await inTransaction(anonymousContext(call), (work) =>
      link(work, { pending, proved, browserToken }),
    )
    return signedIn ?? reject(call, pending, proved.by === 'passkey' ? 'wrong-passkey' : 'wrong-code')
  }
  const signedIn = await failInSteps(STEP_MS, () =>
    attemptWithin(context, ['address', addressKey(origin.ip), ADDRESS_BLOCKED], () =>
      attemptWithin(context, ['account', pending.username, SLOWED_DOWN], prove),
    ),
  )
  forgetLink(call)
  return signedIn
}

async function provePassword(
  call: CallbackCall,
  pending: PendingLink,
  { password, code }: { password: string; code?: string | undefined },
): Promise<Proved> {
  const { context, now } = call
  const { userId } = pending
  const [user] = await context.database.db.select().from(users).where(eq(users.id, userId))
  const isActive = user?.deactivatedAt === null
  const passwordHash = (isActive ? user.passwordHash : null) ?? DUMMY_HASH
  if (!(await isPassword(password, passwordHash)) || user === undefined)
    return reject(call, pending, 'wrong-password', user ?? null)
  if (user.secondFactorSince === null) return { by: 'password', passwordHash, code: null }
  if (code === undefined) throw refusedAt('code', 'The code is required')
  const proved = await proveCode(context, { userId, typed: code, now })
  return proved === null
    ? reject(call, pending, 'wrong-code')
    : { by: 'password', passwordHash, code: proved }
}

async function provePasskey(
  call: CallbackCall,
  pending: PendingLink,
  response: PasskeyAnswer,
): Promise<Proved> {
  const { context, now } = call
  const passkey = await verifyAnswer(context, response, (challenge) =>
    isChallenge(context.keyring, challengePurposeOf(pending), challenge, now),
  )
  if (passkey === 'counter') await noteCounter(anonymousContext(call), response.id)
  return typeof passkey === 'string' || passkey.userId !== pending.userId
    ? reject(call, pending, 'wrong-passkey')
    : { by: 'passkey', passkey }
}

/** Records a wrong proof and counts it against the address. @throws DomainError signed-out (401), invalid (400) at `code` */
async function reject(
  call: CallbackCall,
  { userId, username }: PendingLink,
  reason: Extract<FailureReason, 'wrong-password' | 'wrong-passkey' | 'wrong-code'>,
  user: Pick<UserRow, 'deactivatedAt'> | null = { deactivatedAt: null },
): Promise<never> {
  const account = user === null ? null : { id: userId, deactivatedAt: user.deactivatedAt }
  await noteFailedSignIn(call, { username, account, reason })
  if (reason === 'wrong-code') throw refusedAt('code', WRONG_CODE)
  throw new DomainError('signed-out', reason === 'wrong-passkey' ? WRONG_PASSKEY : WRONG_PASSWORD)
}

/** Everything is checked again behind the account's lock; null where code or passkey were used meanwhile. */
async function link(
  work: TransactionContext<Actor | null>,
  { pending, proved, browserToken }: { pending: PendingLink; proved: Proved; browserToken: BrowserToken },
): Promise<SignedIn | null> {
  const { tx, now } = work
  const { provider, claims, refreshToken, userId } = pending
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  const person = personOf(claims, provider.rules)
  const account = person.email === null ? null : await linkableAccount(tx, person.email, provider.name)
  if (user === undefined || account?.user.id !== userId) throw hasChanged()
  if (decideUnlinked(person, account, now).is === 'refused' || !isStillProof(user, proved)) throw hasChanged()
  if (!(await consume(work, userId, proved))) return null
  const signIn = { provider, claims, refreshToken, browserToken }
  const codeGiven = proved.by === 'passkey' ? 'passkey' : proved.code?.is
  const outcome = await linkAndBegin(work, signIn, { user, how: proved.by, codeGiven })
  if (outcome.is !== 'signed-in') throw hasChanged()
  if (proved.by === 'passkey') await rememberBrowser(tx, proved.passkey, outcome.signedIn.browserToken)
  return outcome.signedIn
}

/** A passkey is looked up again as it is used up. */
function isStillProof(user: UserRow, proved: Proved): boolean {
  if (proved.by === 'passkey') return true
  const needsCode = user.secondFactorSince !== null
  return user.passwordHash === proved.passwordHash && needsCode === (proved.code !== null)
}

async function consume(
  { tx, now }: TransactionContext<Actor | null>,
  userId: string,
  proved: Proved,
): Promise<boolean> {
  if (proved.by === 'passkey') return consumeAnswer(tx, proved.passkey, now)
  return proved.code === null || consumeCode(tx, { userId, proved: proved.code, now })
}

function hasChanged(): DomainError {
  return new DomainError('conflict', 'Your account has changed meanwhile. Please start again.')
}
