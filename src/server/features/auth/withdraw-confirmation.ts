import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/database.ts'
import { addressConfirmations } from '#server/platform/db/sign-in-schema.ts'

/** What was registered waits for its address no longer, and what was said then is forgotten. */
export async function withdrawConfirmation(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(addressConfirmations).where(eq(addressConfirmations.userId, userId))
}
