import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#server/shared/actor.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import { signedOut } from '#server/platform/domain-error.ts'

/** What opens an active account, as it stays until the transaction ends that read it. */
export type LockedAccount = Pick<
  typeof users.$inferSelect,
  'id' | 'username' | 'role' | 'fullName' | 'createdAt' | 'invited' | 'passwordHash' | 'secondFactorSince'
>

/** The same for its owner, with what their session keeps. */
export interface OwnAccount extends LockedAccount {
  session: Pick<typeof sessions.$inferSelect, 'temporaryPasswordHash' | 'secondFactor'>
}

/**
 * Locks an account. Its row is the lock of all that opens it (docs/decisions/0040): who begins a session shares it, who
 * ends sessions or changes password, second factor, role or status holds it alone.
 *
 * @returns null where there is none, or it is deactivated
 */
export async function lockAccount(
  tx: Transaction,
  userId: string,
  lock: 'share' | 'no key update',
): Promise<LockedAccount | null> {
  const { id, username, role, fullName, createdAt, invited, passwordHash, secondFactorSince } = users
  const [account] = await tx
    .select({ id, username, role, fullName, createdAt, invited, passwordHash, secondFactorSince })
    .from(users)
    .where(and(eq(id, userId), isNull(users.deactivatedAt)))
    .for(lock)
  return account ?? null
}

/**
 * Locks somebody's own account for an act of theirs that changes what opens it, and makes sure of the session that they
 * ask in. Checking a password or a code takes a while; whatever makes it void ends the session too, so what was checked
 * before still holds where the session does.
 *
 * @throws DomainError signed-out (401) where the session has ended meanwhile
 */
export async function lockOwnAccount(
  tx: Transaction,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<OwnAccount> {
  const account = await lockAccount(tx, userId, 'no key update')
  const { id, temporaryPasswordHash, secondFactor } = sessions
  const [session] = await tx
    .select({ temporaryPasswordHash, secondFactor })
    .from(sessions)
    .where(and(eq(id, sessionId), eq(sessions.userId, userId)))
    .for('update')
  if (account === null || session === undefined) throw signedOut()
  return { ...account, session }
}
