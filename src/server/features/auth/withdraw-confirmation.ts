import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/database.ts'
import { addressConfirmations } from '#server/platform/db/sign-in-schema.ts'

/** Removes a pending confirmation of an address, with its registration data. */
export async function withdrawConfirmation(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(addressConfirmations).where(eq(addressConfirmations.userId, userId))
}
