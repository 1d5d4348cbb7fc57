import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#base/server/db/database.ts'
import { applications } from '#features/access/schema/tables.ts'

/** Changes of documents increment the application's version, in the same transaction. */
export async function bumpVersion(tx: Transaction, applicationId: string, now: Date): Promise<void> {
  await tx
    .update(applications)
    .set({ version: sql`${applications.version} + 1`, updatedAt: now })
    .where(eq(applications.id, applicationId))
}
