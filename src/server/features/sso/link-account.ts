import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { roleNamesOf, type Claims } from '#domain/sso/claims.ts'
import { decideUnlinked } from '#domain/sso/link.ts'
import { personOf } from '#domain/sso/claims.ts'
import type { SsoProvider } from '#server/platform/config/sso-settings.ts'
import { users } from '#server/platform/db/schema.ts'
import { DomainError, notFound } from '#server/platform/domain-error.ts'
import { anonymousContext, inTransaction } from '#server/shared/command-context.ts'
import { addressKey } from '#server/shared/throttling/address-key.ts'
import { failInSteps } from '#server/shared/throttling/constant-time.ts'
import { attemptWithin } from '#server/shared/throttling/throttle.ts'
import type { SignedIn } from '#server/features/auth/commands/begin-session.ts'
import { ADDRESS_BLOCKED, noteFailedSignIn } from '#server/features/auth/commands/failed-sign-in.ts'
import { refusedAt } from '#server/features/auth/password-rules.ts'
import { DUMMY_HASH, isPassword } from '#server/features/auth/passwords.ts'
import { consumeCode, proveCode, type ProvedCode } from '#server/features/auth/second-factor/prove-code.ts'
import type { UserRow } from '#server/features/users/account-guards.ts'
import { linkableAccount } from './identities.ts'
import { clearEncryptedCookie, readEncryptedCookie, setEncryptedCookie } from './encrypted-cookies.ts'
import { linkAndBegin } from './sign-in.ts'
import { providerNamed, type CallbackCall } from './start.ts'

const COOKIE = 'link'
const LIFETIME_MS = 10 * 60_000
const STEP_MS = 100
const REFRESH_LENGTH = 1500
const WRONG = 'That password is incorrect.'
const SLOWED_DOWN = 'Too many failed sign-ins for this account.'

const linkSchema = z.object({
  provider: z.string(),
  userId: z.string(),
  username: z.string(),
  needsCode: z.boolean(),
  claims: z.record(z.string(), z.unknown()),
  refreshToken: z.string().nullable().default(null),
  expiresAt: z.number(),
})

/** Stores a verified sign-in in the browser until its account's password is entered. */
export function rememberLink(
  call: CallbackCall,
  {
    provider,
    claims,
    refreshToken,
    user,
  }: { provider: SsoProvider; claims: Claims; refreshToken: string | null; user: UserRow },
): void {
  setEncryptedCookie(call, COOKIE, {
    provider: provider.name,
    userId: user.id,
    username: user.username,
    needsCode: user.secondFactorSince !== null,
    claims: reduced(claims, provider),
    // A longer one has no space in a cookie: this session ends with its own limits, and the next one is checked.
    refreshToken: refreshToken !== null && refreshToken.length <= REFRESH_LENGTH ? refreshToken : null,
    expiresAt: call.now.getTime() + LIFETIME_MS,
  })
}

/** The claims that are still needed: a cookie has no space for all groups of a large firm. */
function reduced(claims: Claims, { rules }: SsoProvider): Claims {
  const { roleClaim, roles } = rules
  const names = roleNamesOf(claims, rules)
  const mapped = roles.flatMap(([, name]) => (names?.includes(name) === true ? [name] : []))
  const needed = ['sub', 'email', 'preferred_username', 'email_verified', 'hd', 'acr', 'amr']
  return {
    ...Object.fromEntries(needed.flatMap((name) => (name in claims ? [[name, claims[name]]] : []))),
    ...(roleClaim !== undefined && names !== null && { [roleClaim]: mapped }),
  }
}

/**
 * The account that a sign-in at a provider could be linked to.
 *
 * @throws DomainError not-found (404) without one
 */
export function pendingLinkOf(call: CallbackCall) {
  const pending = readEncryptedCookie(call, COOKIE, linkSchema)
  if (pending === null || pending.expiresAt <= call.now.getTime()) throw notFound()
  const provider = providerNamed(call.context, pending.provider)
  return { ...pending, provider }
}

type PendingLink = ReturnType<typeof pendingLinkOf>

/**
 * Links the account with its password, and its code where it has a second factor, and signs in. Counted like a sign-in.
 *
 * @throws DomainError signed-out (401) for a wrong password, invalid (400) at `code`, throttled (429), not-found (404)
 * where the sign-in at the provider is too old, conflict (409) where the account has changed meanwhile
 */
export async function linkAccount(
  call: CallbackCall,
  given: { password: string; code?: string | undefined },
): Promise<SignedIn> {
  const pending = pendingLinkOf(call)
  const { context, origin } = call
  const signedIn = await failInSteps(STEP_MS, () =>
    attemptWithin(context, ['address', addressKey(origin.ip), ADDRESS_BLOCKED], () =>
      attemptWithin(context, ['account', pending.username, SLOWED_DOWN], () => prove(call, pending, given)),
    ),
  )
  clearEncryptedCookie(call, COOKIE)
  return signedIn
}

async function prove(
  call: CallbackCall,
  pending: PendingLink,
  { password, code }: { password: string; code?: string | undefined },
): Promise<SignedIn> {
  const { context, now } = call
  const { userId, username } = pending
  const { db } = context.database
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const account = user === undefined ? null : { id: userId, deactivatedAt: user.deactivatedAt }
  const isActive = user?.deactivatedAt === null
  const passwordHash = (isActive ? user.passwordHash : null) ?? DUMMY_HASH
  if (!(await isPassword(password, passwordHash)) || user === undefined) {
    await noteFailedSignIn(call, { username, account, reason: 'wrong-password' })
    throw new DomainError('signed-out', WRONG)
  }
  let proved: ProvedCode | null = null
  if (user.secondFactorSince !== null) {
    if (code === undefined) throw refusedAt('code', 'The code is required')
    proved = await proveCode(context, { userId, typed: code, now })
    if (proved === null) await rejectCode(call, pending)
  }
  const signedIn = await inTransaction(anonymousContext(call), (work) =>
    link(work, { pending, passwordHash, proved, browserToken: call.browserToken }),
  )
  return signedIn ?? rejectCode(call, pending)
}

async function rejectCode(call: CallbackCall, { userId, username }: PendingLink): Promise<never> {
  await noteFailedSignIn(call, {
    username,
    account: { id: userId, deactivatedAt: null },
    reason: 'wrong-code',
  })
  throw refusedAt('code', 'That code is incorrect or has already been used')
}

/** Everything is checked again behind the account's lock; null where the code was used meanwhile. */
async function link(
  work: Parameters<typeof linkAndBegin>[0],
  {
    pending,
    passwordHash,
    proved,
    browserToken,
  }: { pending: PendingLink; passwordHash: string; proved: ProvedCode | null; browserToken: string | null },
): Promise<SignedIn | null> {
  const { tx, now } = work
  const { provider, claims, refreshToken, userId } = pending
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  const person = personOf(claims, provider.rules)
  const account = person.email === null ? null : await linkableAccount(tx, person.email, provider.name)
  const isSame = account?.user.id === userId && user?.passwordHash === passwordHash
  if (user === undefined || !isSame || decideUnlinked(person, account, now).is === 'refused')
    throw hasChanged()
  if ((user.secondFactorSince !== null) !== (proved !== null)) throw hasChanged()
  if (proved !== null && !(await consumeCode(tx, { userId, proved, now }))) return null
  const signIn = { provider, claims, refreshToken, browserToken }
  const outcome = await linkAndBegin(work, signIn, { user, how: 'password', codeGiven: proved?.is })
  if (outcome.is !== 'signed-in') throw hasChanged()
  return outcome.signedIn
}

function hasChanged(): DomainError {
  return new DomainError('conflict', 'Your account has changed meanwhile. Please start again.')
}
