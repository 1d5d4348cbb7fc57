import { eq } from 'drizzle-orm'
import { hasSecondFactor, personOf, type AddressGap, type Claims } from '#features/sso/rules/claims.ts'
import { decideLinked, decideUnlinked, type LinkDecision, type LinkedHow } from '#features/sso/rules/link.ts'
import type { SsoRejection } from '#features/sso/rules/rejections.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import { newId } from '#base/server/db/id.ts'
import { users } from '#features/access/schema/tables.ts'
import { identities } from '#features/sso/schema.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import type { Actor, Doer } from '#features/access/server/actor.ts'
import {
  anonymousContext,
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import {
  beginSession,
  type BrowserToken,
  type GivenCode,
  type SignedIn,
} from '#features/sign-in/server/commands/begin-session.ts'
import { keyOfKnownBrowser } from '#features/sign-in/server/known-browsers.ts'
import { markTemporaryPasswordsUsed } from '#features/sign-in/server/temporary-passwords.ts'
import { setPasswordHash } from '#features/sign-in/server/user-passwords.ts'
import type { UserRow } from '#features/accounts/server/account-guards.ts'
import { findIdentity, linkableAccount, type IdentityRow } from './identities.ts'
import { nextCheck } from './check-sessions.ts'
import { takeRole } from './take-role.ts'

/** A verified sign-in at a provider. */
export interface ProviderSignIn {
  provider: SsoProvider
  claims: Claims
  /** Null where the provider issued none. */
  refreshToken: string | null
  browserToken: BrowserToken
}

/** Result of a sign-in at a provider. */
export type SsoOutcome =
  | { is: 'signed-in'; signedIn: SignedIn }
  /** The password of this account is asked for once. */
  | { is: 'ask'; user: UserRow }
  | { is: 'refused'; reason: SsoRejection; missing?: AddressGap }

/** Rolls the transaction back, and with it a new link. */
class WithoutRole extends Error {}

/**
 * Signs in the person that a provider vouches for, by issuer and subject; links an invited account by its address. A
 * refusal is recorded.
 */
export async function signInByIdentity(
  act: CommandContext<Actor | null>,
  signIn: ProviderSignIn,
): Promise<SsoOutcome> {
  const { provider } = signIn
  const outcome = await inTransaction(act, (work) => decideAndBegin(work, signIn)).catch(
    (error: unknown): SsoOutcome => {
      if (error instanceof WithoutRole) return { is: 'refused', reason: 'no-role' }
      throw error
    },
  )
  if (outcome.is === 'refused') {
    const { reason, missing } = outcome
    await noteRejection(act, provider, { reason, missing })
  }
  return outcome
}

/** Records a sign-in at a provider that failed. */
export async function noteRejection(
  act: CommandContext<Actor | null>,
  provider: SsoProvider,
  { reason, missing }: { reason: SsoRejection; missing?: AddressGap | undefined },
): Promise<void> {
  await recordFailure(autocommit(anonymousContext(act)), 'sso.refused', null, {
    provider: provider.name,
    reason,
    ...(missing && { missing }),
  })
}

async function decideAndBegin(
  work: TransactionContext<Actor | null>,
  signIn: ProviderSignIn,
): Promise<SsoOutcome> {
  const { tx, now } = work
  const { provider, claims } = signIn
  const person = personOf(claims, provider.rules)
  const identity = await findIdentity(tx, subjectOf(signIn))
  if (identity !== null) {
    const user = await lockUser(work, identity.userId)
    const decision = decideLinked(user)
    return decision.is === 'sign-in'
      ? begin(work, signIn, { user, identity })
      : { is: 'refused', reason: reasonOf(decision) }
  }
  const found = person.email === null ? null : await linkableAccount(tx, person.email, provider.name)
  const decision = decideUnlinked(person, found, now)
  if (decision.is === 'ask' && found !== null) return { is: 'ask', user: found.user }
  if (decision.is !== 'link' || found === null) {
    const missing = person.gap === null ? {} : { missing: person.gap }
    return { is: 'refused', reason: reasonOf(decision), ...missing }
  }
  // Decided again behind the lock: an invitation may have been used meanwhile.
  const user = await lockUser(work, found.user.id)
  const again = {
    ...found,
    role: user.role,
    status: user.status,
    hasPassword: user.passwordHash !== null,
    linkUntil: user.linkUntil,
  }
  const stillLinks = decideUnlinked(person, again, now)
  if (stillLinks.is !== 'link' || user.username !== person.email)
    return { is: 'refused', reason: 'no-account' }
  return linkAndBegin(work, signIn, { user, how: stillLinks.how })
}

function reasonOf(decision: LinkDecision): SsoRejection {
  return decision.is === 'refused' ? decision.reason : 'no-account'
}

export function subjectOf({ provider, claims }: Pick<ProviderSignIn, 'provider' | 'claims'>) {
  return { issuer: provider.issuer.href, subject: personOf(claims, provider.rules).subject }
}

async function lockUser({ tx }: TransactionContext<Doer | null>, id: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  if (user === undefined) throw new Error(`The user ${id} of an identity does not exist.`)
  return user
}

/** Links a locked account to a person at a provider, and signs them in. */
export async function linkAndBegin(
  work: TransactionContext<Actor | null>,
  signIn: ProviderSignIn,
  { user, how, codeGiven }: { user: UserRow; how: LinkedHow; codeGiven?: GivenCode },
): Promise<SsoOutcome> {
  const { tx, now } = work
  const { provider, claims } = signIn
  const row: IdentityRow = {
    id: newId(),
    userId: user.id,
    provider: provider.name,
    ...subjectOf(signIn),
    emailAtLink: personOf(claims, provider.rules).email,
    createdAt: now,
    lastUsedAt: now,
  }
  const [identity] = await tx.insert(identities).values(row).onConflictDoNothing().returning()
  if (identity === undefined) return { is: 'refused', reason: 'already-linked' }
  if (how === 'invitation') {
    // The invitation has reached its owner: its temporary password ends.
    await setPasswordHash(tx, user.id, null)
    await markTemporaryPasswordsUsed(tx, user.id, now)
  }
  await tx.update(users).set({ linkUntil: null }).where(eq(users.id, user.id))
  await record(work, 'sso.linked', user.id, { provider: provider.name, how })
  await queueMail(work, {
    template: 'identity-changed',
    recipient: user.username,
    data: { fullName: user.fullName, provider: provider.label, change: 'linked', at: now },
  })
  return begin(work, signIn, { user: { ...user, invited: false }, identity, codeGiven })
}

async function begin(
  work: TransactionContext<Actor | null>,
  { provider, claims, refreshToken, browserToken }: ProviderSignIn,
  { user, identity, codeGiven }: { user: UserRow; identity: IdentityRow; codeGiven?: GivenCode },
): Promise<SsoOutcome> {
  const { tx, context, now } = work
  if (!(await takeRole(work, { user, provider, claims }))) throw new WithoutRole()
  await tx.update(identities).set({ lastUsedAt: now }).where(eq(identities.id, identity.id))
  const known = await keyOfKnownBrowser(context.database.db, { userId: user.id, token: browserToken, now })
  const checkAt = nextCheck(provider, now)
  const refresh = refreshToken === null || checkAt === null ? null : { token: refreshToken, checkAt }
  const signedIn = await beginSession(work, user.id, {
    browserToken,
    browserIsKnown: known !== null,
    codeGiven: codeGiven ?? (hasSecondFactor(claims, provider.rules) ? 'provider' : undefined),
    sso: { identityId: identity.id, provider: provider.name, provedAt: null, refresh },
  })
  return { is: 'signed-in', signedIn }
}
