import { and, count, eq, isNull } from 'drizzle-orm'
import type { LinkableAccount } from '#features/sso/rules/link.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { lockAccount } from '#features/sign-in/server/locked-account.ts'
import { identities } from '#features/sso/schema.ts'
import { sessions, users } from '#features/access/schema/tables.ts'

type Queries = Database | Transaction
export type IdentityRow = typeof identities.$inferSelect
type UserRow = typeof users.$inferSelect

/** A person at a provider: issuer and subject are the only key. */
export interface Subject {
  issuer: string
  subject: string
}

export async function findIdentity(db: Queries, { issuer, subject }: Subject): Promise<IdentityRow | null> {
  const isThis = and(eq(identities.issuer, issuer), eq(identities.subject, subject))
  const [found] = await db.select().from(identities).where(isThis)
  return found ?? null
}

/** The account with an address, as far as linking it to a provider depends on it. */
export async function linkableAccount(
  db: Queries,
  email: string,
  provider: string,
): Promise<(LinkableAccount & { user: UserRow }) | null> {
  const [found] = await db
    .select({ user: users, identityId: identities.id })
    .from(users)
    .leftJoin(identities, and(eq(identities.userId, users.id), eq(identities.provider, provider)))
    .where(eq(users.username, email))
  if (found === undefined) return null
  const { user, identityId } = found
  return {
    user,
    role: user.role,
    status: user.status,
    hasPassword: user.passwordHash !== null,
    isLinked: identityId !== null,
    linkUntil: user.linkUntil,
  }
}

/** Locks active system administrators, so that the last one cannot lose the role; returns how many there are. */
export async function lockSystemAdministrators(tx: Transaction): Promise<number> {
  const active = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'system_administrator'), isNull(users.deactivatedAt)))
    .orderBy(users.id)
    .for('no key update')
  return active.length
}

export async function countClients(tx: Transaction, managerId: string): Promise<number> {
  const [found] = await tx
    .select({ clients: count() })
    .from(users)
    .where(eq(users.wealthManagerId, managerId))
  return found?.clients ?? 0
}

/** Ends the sessions that an identity began. */
export async function endSessionsOf(tx: Transaction, { id, userId }: IdentityRow): Promise<number> {
  // So that none begins meanwhile.
  await lockAccount(tx, userId, 'no key update')
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.identityId, id)))
    .returning({ id: sessions.id })
  return ended.length
}
