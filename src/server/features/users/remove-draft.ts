import { eq, type SQL } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/database.ts'
import { applications, documents } from '#server/platform/db/schema.ts'
import { markForDeletion } from '#server/features/documents/orphaned-files.ts'

/** Removes an application that was never submitted, with its files: what is stored of them is swept a day later. */
export async function removeDraft(tx: Transaction, applicationId: string, now: Date): Promise<void> {
  await removeFiles(tx, eq(documents.applicationId, applicationId), now)
  await tx.delete(applications).where(eq(applications.id, applicationId))
}

/** Removes the rows of files, and leaves what is stored of them to the sweep. */
export async function removeFiles(tx: Transaction, which: SQL, now: Date): Promise<void> {
  const removed = await tx.delete(documents).where(which).returning({ key: documents.objectKey })
  const keys = removed.map(({ key }) => key)
  await markForDeletion(tx, keys, now)
}
