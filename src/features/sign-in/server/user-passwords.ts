import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { withdrawConfirmation } from './withdraw-confirmation.ts'

/** The hash of a user's permanent password; null while there is only a temporary one. */
export async function passwordHashOf(db: Database, userId: string): Promise<string | null> {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  return user?.passwordHash ?? null
}

/**
 * Sets a user's password hash; null removes it. Either way the user counts as arrived: no longer invited, and their
 * address needs no confirmation.
 */
export async function setPasswordHash(
  tx: Transaction,
  userId: string,
  passwordHash: string | null,
): Promise<void> {
  await tx.update(users).set({ passwordHash, invited: false }).where(eq(users.id, userId))
  await withdrawConfirmation(tx, userId)
}
