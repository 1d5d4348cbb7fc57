import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'

/** The hash of a user's password proper; null while there is only a temporary one. */
export async function passwordHashOf(db: Database, userId: string): Promise<string | null> {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  return user?.passwordHash ?? null
}

/**
 * Whether the password that was checked a moment ago is still the one of an active user; it then stays so until the
 * transaction ends. Checking takes a while, and the password may be changed meanwhile.
 *
 * @param lock 'update' where this transaction is going to change it
 */
export async function isStillPassword(
  tx: Transaction,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  lock: 'share' | 'update',
): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash), isNull(users.deactivatedAt)))
    .for(lock)
  return found.length > 0
}

/** Since when a user is asked for a second factor; it stays so until the transaction ends. */
export async function lockedSecondFactor(
  tx: Transaction,
  userId: string,
): Promise<{ secondFactorSince: Date | null }> {
  const [user] = await tx
    .select({ secondFactorSince: users.secondFactorSince })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  return user ?? { secondFactorSince: null }
}

/** Gives a user a password; null leaves them without one. Either way they have come: they are invited no longer. */
export async function setPasswordHash(
  tx: Transaction,
  userId: string,
  passwordHash: string | null,
): Promise<void> {
  await tx.update(users).set({ passwordHash, invited: false }).where(eq(users.id, userId))
}
