import { and, asc, eq } from 'drizzle-orm'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { OwnIdentity } from '#features/sso/api.ts'
import { users } from '#features/access/schema/tables.ts'
import { identities } from '#features/sso/schema.ts'
import { DomainError, notFound, signedOut } from '#base/server/domain-error.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { consumeProof, isFreshAtProvider, proveOwner } from '#features/sign-in/server/own-proof.ts'
import { hasPasskey } from '#features/sign-in/server/passkeys/usable.ts'
import { passwordHashOf } from '#features/sign-in/server/user-passwords.ts'
import { lockAdministered, type UserRow } from '#features/accounts/server/account-guards.ts'
import { endSessionsOf } from './identities.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

const TOO_MANY = 'Too many wrong passwords.'
const LINK_FOR_MS = DAY_MS

/** A user's identities at providers. */
export async function ownIdentitiesOf(
  context: Pick<Context, 'database' | 'settings' | 'now'>,
  { userId, sessionId }: Actor,
): Promise<{ identities: OwnIdentity[]; isRemovable: boolean; isProved: boolean }> {
  const { database, settings, now } = context
  const { db } = database
  const rows = await db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt))
  return {
    identities: rows.map(({ id, provider, emailAtLink, createdAt, lastUsedAt }) => ({
      id,
      provider,
      label: settings.ssoProviders.find(({ name }) => name === provider)?.label ?? provider,
      email: emailAtLink,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    isRemovable: (await passwordHashOf(db, userId)) !== null || (await hasPasskey(db, settings, userId)),
    isProved: await isFreshAtProvider(db, sessionId, now()),
  }
}

/**
 * Removes one of the actor's own identities, and ends the sessions that it began.
 *
 * @throws DomainError as `proveOwner`; not-found for another user's; conflict (409) where it is the only way to sign in
 */
export async function removeOwnIdentity(act: CommandContext, id: string, given: GivenProof): Promise<void> {
  const proof = await proveOwner(act, given, {
    limit: 'secondFactorChange',
    tooMany: TOO_MANY,
    field: 'password',
    recordFailure: (reason) =>
      recordFailure(autocommit(act), 'sso.unlink-failed', act.actor.userId, { reason }),
  })
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    const account = await lockOwnAccount(tx, actor)
    if (!(await consumeProof(work, account, proof))) throw signedOut()
    if (account.passwordHash === null && !(await hasPasskey(tx, work.context.settings, account.id)))
      throw new DomainError('conflict', 'It is the only way you sign in. Please add a passkey first.')
    await remove(work, { id, user: { ...account }, by: 'owner' })
  })
}

/** Removes an identity of another user, by a system administrator. */
export async function removeIdentityOf(
  act: CommandContext,
  { userId, identityId }: { userId: string; identityId: string },
): Promise<void> {
  await inTransaction(act, async (work) => {
    const user = await lockAdministered(work, userId)
    await remove(work, { id: identityId, user, by: 'administrator' })
  })
}

async function remove(
  work: TransactionContext,
  {
    id,
    user,
    by,
  }: { id: string; user: Pick<UserRow, 'id' | 'username' | 'fullName'>; by: 'owner' | 'administrator' },
): Promise<void> {
  const { tx, context, now } = work
  const [identity] = await tx
    .delete(identities)
    .where(and(eq(identities.id, id), eq(identities.userId, user.id)))
    .returning()
  if (identity === undefined) throw notFound()
  await endSessionsOf(tx, identity)
  await record(work, 'sso.unlinked', user.id, { provider: identity.provider, by })
  const { label = identity.provider } =
    context.settings.ssoProviders.find(({ name }) => name === identity.provider) ?? {}
  await queueMail(work, {
    template: 'identity-changed',
    recipient: user.username,
    data: { fullName: user.fullName, provider: label, change: 'removed', at: now },
  })
}

/**
 * Allows a user to link their account without its password for 24 hours, or withdraws that.
 *
 * @throws DomainError not-found; conflict (409) for a system administrator and for a client
 */
export async function setLinking(act: CommandContext, userId: string, open: boolean): Promise<Date | null> {
  return inTransaction(act, async (work) => {
    const { tx, now } = work
    const user = await lockAdministered(work, userId)
    if (user.role === 'system_administrator')
      throw new DomainError('conflict', 'A system administrator links their account with its password.')
    if (user.role === 'client') throw new DomainError('conflict', 'Only staff sign in at a provider.')
    const linkUntil = open ? new Date(now.getTime() + LINK_FOR_MS) : null
    await tx.update(users).set({ linkUntil }).where(eq(users.id, userId))
    await record(work, 'sso.linking-opened', userId, { open })
    return linkUntil
  })
}
