import { eq, type SQL } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/database.ts'
import { applications, documents } from '#server/platform/db/schema.ts'
import { markForDeletion } from '#server/features/documents/orphaned-files.ts'

/**
 * Deletes an application that was never submitted, with its files; the cleanup job deletes their objects a day later.
 */
export async function removeDraft(tx: Transaction, applicationId: string, now: Date): Promise<void> {
  await removeFiles(tx, eq(documents.applicationId, applicationId), now)
  await tx.delete(applications).where(eq(applications.id, applicationId))
}

/** Deletes rows of files, and marks their objects for the cleanup job. */
export async function removeFiles(tx: Transaction, which: SQL, now: Date): Promise<void> {
  const removed = await tx.delete(documents).where(which).returning({ key: documents.objectKey })
  const keys = removed.map(({ key }) => key)
  await markForDeletion(tx, keys, now)
}
