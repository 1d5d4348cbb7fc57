import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { firstStep } from '#features/applications/rules/wizard/steps.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { addressConfirmations } from '#features/access/schema/sign-in-schema.ts'

/**
 * Removes a pending confirmation of an address, with its registration data and what was answered since: a stranger may
 * have registered the address that its owner now takes over.
 */
export async function withdrawConfirmation(tx: Transaction, userId: string): Promise<void> {
  const [withdrawn] = await tx
    .delete(addressConfirmations)
    .where(eq(addressConfirmations.userId, userId))
    .returning({ userId: addressConfirmations.userId })
  if (withdrawn === undefined) return
  const own = tx.select({ id: applications.id }).from(applications).where(eq(applications.userId, userId))
  await tx
    .update(documents)
    .set({ removedAt: sql`now()` })
    .where(and(inArray(documents.applicationId, own), isNull(documents.removedAt)))
  const username = tx.select({ username: users.username }).from(users).where(eq(users.id, userId))
  await tx
    .update(applications)
    .set({
      answers: sql`jsonb_build_object('emailAddress', (${username}))`,
      idNumberHash: null,
      confirmations: {},
      currentStep: firstStep,
      version: sql`${applications.version} + 1`,
    })
    .where(and(eq(applications.userId, userId), eq(applications.status, 'draft')))
}
