import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#features/access/server/actor.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { sessions, users } from '#features/access/schema/tables.ts'
import { signedOut } from '#base/server/domain-error.ts'

const credentials = {
  id: users.id,
  username: users.username,
  role: users.role,
  fullName: users.fullName,
  createdAt: users.createdAt,
  invited: users.invited,
  passwordHash: users.passwordHash,
  secondFactorSince: users.secondFactorSince,
  complianceSince: users.complianceSince,
}

/** The credentials of an active account, locked until the transaction ends. */
export type LockedAccount = Pick<typeof users.$inferSelect, keyof typeof credentials>

/** The same for its owner, with data of their session. */
export interface OwnAccount extends LockedAccount {
  session: Pick<
    typeof sessions.$inferSelect,
    'temporaryPasswordHash' | 'secondFactor' | 'identityId' | 'refreshToken' | 'checkAt'
  >
}

/**
 * Locks an account's row, which protects its credentials (docs/decisions/0040): beginning a session takes a shared
 * lock; ending sessions and changing credentials, role or status takes an exclusive one.
 *
 * @returns null where there is none, or it is deactivated
 */
export async function lockAccount(
  tx: Transaction,
  userId: string,
  lock: 'share' | 'no key update',
): Promise<LockedAccount | null> {
  const [account] = await tx
    .select(credentials)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deactivatedAt)))
    .for(lock)
  return account ?? null
}

/**
 * Locks the actor's own account and re-checks their session. Whatever invalidates credentials ends the session too, so
 * checks made before the lock still hold if the session does.
 *
 * @throws DomainError signed-out (401) where the session has ended meanwhile
 */
export async function lockOwnAccount(
  tx: Transaction,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<OwnAccount> {
  const account = await lockAccount(tx, userId, 'no key update')
  const { id, temporaryPasswordHash, secondFactor, identityId, refreshToken, checkAt } = sessions
  const [session] = await tx
    .select({ temporaryPasswordHash, secondFactor, identityId, refreshToken, checkAt })
    .from(sessions)
    .where(and(eq(id, sessionId), eq(sessions.userId, userId)))
    .for('update')
  if (account === null || session === undefined) throw signedOut()
  return { ...account, session }
}
