import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { documents } from '#server/db/schema.ts'

export type DocumentRow = typeof documents.$inferSelect

/** The files of an application that were not removed, in the order in which they came. */
export async function documentsOfApplication(
  tx: Database | Transaction,
  applicationId: string,
): Promise<DocumentRow[]> {
  return tx
    .select()
    .from(documents)
    .where(and(eq(documents.applicationId, applicationId), isNull(documents.removedAt)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
}
