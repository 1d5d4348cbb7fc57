import { inArray, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/server/db/database.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { cannotBeDeleted, refuseRetained } from './retained-records.ts'
import { markForDeletion } from '#features/documents/server/orphaned-files.ts'

/**
 * Deletes applications that were never submitted, with their files; the cleanup job deletes their objects a day later.
 *
 * @throws DomainError conflict where due diligence has records of one
 */
export async function removeDrafts(
  tx: Transaction,
  applicationIds: readonly string[],
  now: Date,
): Promise<void> {
  if (applicationIds.length === 0) return
  await refuseRetained(tx, applicationIds, cannotBeDeleted)
  await removeFiles(tx, inArray(documents.applicationId, [...applicationIds]), now)
  await tx.delete(applications).where(inArray(applications.id, [...applicationIds]))
}

/** Deletes rows of files, and marks their objects for the cleanup job. */
export async function removeFiles(tx: Transaction, which: SQL, now: Date): Promise<void> {
  const removed = await tx.delete(documents).where(which).returning({ key: documents.objectKey })
  const keys = removed.map(({ key }) => key)
  await markForDeletion(tx, keys, now)
}
