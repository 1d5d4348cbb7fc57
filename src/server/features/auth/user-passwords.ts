import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema.ts'
import { withdrawConfirmation } from './withdraw-confirmation.ts'

/** The hash of a user's password proper; null while there is only a temporary one. */
export async function passwordHashOf(db: Database, userId: string): Promise<string | null> {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  return user?.passwordHash ?? null
}

/**
 * Gives a user a password; null leaves them without one. Either way they have come: they are invited no longer, and an
 * address that they registered needs no confirmation any more.
 */
export async function setPasswordHash(
  tx: Transaction,
  userId: string,
  passwordHash: string | null,
): Promise<void> {
  await tx.update(users).set({ passwordHash, invited: false }).where(eq(users.id, userId))
  await withdrawConfirmation(tx, userId)
}
