import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { sessions } from '#features/access/schema/tables.ts'
import { eq } from 'drizzle-orm'
import { identities } from '#features/sso/schema.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import type { PasskeyAnswer } from '#features/access/api/passkey-answers.ts'
import { DomainError, signedOut } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'
import { refusedAt } from '../password-rules.ts'
import { beginSession, type BrowserToken, type SignedIn } from '../commands/begin-session.ts'
import { ADDRESS_BLOCKED, noteFailedSignIn } from '../commands/failed-sign-in.ts'
import { keyOfKnownBrowser } from '../known-browsers.ts'
import { lockOwnAccount, type OwnAccount } from '../locked-account.ts'
import type { SsoSignIn } from '../sessions.ts'
import { provePasskey, type PasskeyProof } from '../passkeys/proof.ts'
import { rememberBrowser } from '../passkeys/this-device.ts'
import { consumeAnswer } from '../passkeys/verify.ts'
import { proveCode, consumeCode, type ProvedCode } from './prove-code.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'

type GivenFactor = ({ code: string } | { response: PasskeyAnswer }) & { browserToken: BrowserToken }
type ProvedFactor = ProvedCode | { is: 'passkey'; passkey: PasskeyProof }

const TOO_MANY = 'Too many wrong codes for this account.'
const WRONG_PASSKEY = 'This passkey couldn’t be verified. Please try again, or enter a code.'
const WRONG = 'That code is incorrect or has already been used. Please wait for the next one.'

/**
 * Completes a sign-in with the second factor: a code, or a passkey of the user. Each works once. Failures are limited as those of passwords are, by
 * address and by account, with a separate limit for known browsers.
 *
 * @throws DomainError invalid (400) at `code` or `response`, throttled (429), conflict (409) where no code is needed, signed-out
 * (401) where the sign-in has expired
 */
export async function giveFactor(act: CommandContext, given: GivenFactor): Promise<SignedIn> {
  const { context, actor, origin, now } = act
  if (actor.secondFactor !== 'due')
    throw new DomainError(
      'conflict',
      'You’re already signed in, so no code is needed. Please reload the page.',
    )
  const known = await keyOfKnownBrowser(context.database.db, {
    userId: actor.userId,
    token: given.browserToken,
    now,
  })
  const tries = known
    ? (['secondFactorInBrowser', `${known} ${actor.userId}`, TOO_MANY] as const)
    : (['secondFactor', actor.userId, TOO_MANY] as const)
  return attemptWithin(context, ['address', addressKey(origin.ip), ADDRESS_BLOCKED], () =>
    attemptWithin(context, tries, () => takeFactor(act, given, known !== null)),
  )
}

/** Checks a code or the answer of a passkey without using it up; null where it is wrong. */
async function proveFactor(act: CommandContext, given: GivenFactor): Promise<ProvedFactor | null> {
  const { context, actor, now } = act
  if ('code' in given) return proveCode(context, { userId: actor.userId, typed: given.code, now })
  const passkey = await provePasskey(act, { response: given.response }, undefined)
  return passkey === null ? null : { is: 'passkey', passkey }
}

async function consumeFactor(
  { tx, actor: { userId }, now }: TransactionContext,
  proved: ProvedFactor,
): Promise<boolean> {
  return proved.is === 'passkey'
    ? consumeAnswer(tx, proved.passkey, now)
    : consumeCode(tx, { userId, proved, now })
}

async function takeFactor(
  act: CommandContext,
  given: GivenFactor,
  browserIsKnown: boolean,
): Promise<SignedIn> {
  const { actor } = act
  const { browserToken } = given
  const proved = await proveFactor(act, given)
  const signedIn =
    proved === null
      ? null
      : await inTransaction(act, (work) => beginProper(work, { browserToken, proved, browserIsKnown }))
  if (signedIn !== null) return signedIn
  const account = { id: actor.userId, deactivatedAt: null }
  await noteFailedSignIn(act, { username: actor.username, account, reason: 'wrong-code' })
  throw 'code' in given ? refusedAt('code', WRONG) : refusedAt('response', WRONG_PASSKEY)
}

async function beginProper(
  work: TransactionContext,
  {
    browserToken,
    proved,
    browserIsKnown,
  }: { browserToken: BrowserToken; proved: ProvedFactor; browserIsKnown: boolean },
): Promise<SignedIn | null> {
  const { tx, actor, now } = work
  const { userId } = actor
  const { session } = await lockOwnAccount(tx, actor)
  if (session.secondFactor !== 'due') throw signedOut()
  if (!(await consumeFactor(work, proved))) return null
  const { temporaryPasswordHash } = session
  const sso = await ssoSignInOf(work, session)
  const how = { browserToken, browserIsKnown, temporaryPasswordHash, codeGiven: proved.is, sso }
  const begun = await beginSession(work, userId, how)
  if (proved.is === 'passkey') await rememberBrowser(tx, proved.passkey, begun.browserToken)
  if (proved.is === 'recovery-code') {
    await queueMail(work, {
      template: 'recovery-code-used',
      recipient: actor.username,
      data: { fullName: actor.fullName, at: now, left: await recoveryCodesLeft(tx, userId) },
    })
  }
  return begun
}

/** The sign-in at a provider that a session began with; null for another session. */
async function ssoSignInOf(
  { tx, context, actor }: TransactionContext,
  { identityId, refreshToken, checkAt }: OwnAccount['session'],
): Promise<SsoSignIn | null> {
  if (identityId === null) return null
  const [identity] = await tx
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.id, identityId))
  if (identity === undefined) throw signedOut()
  const refresh =
    refreshToken === null || checkAt === null
      ? null
      : { token: decrypt(context.keyring, sessions.refreshToken, actor.sessionId, refreshToken), checkAt }
  return { identityId, provider: identity.provider, provedAt: null, refresh }
}
