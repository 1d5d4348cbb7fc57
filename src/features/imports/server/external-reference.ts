import { eq, or, type SQL } from 'drizzle-orm'
import type { Queries } from '#base/server/db/database.ts'
import { importedApplications } from '#features/imports/schema.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'

/** Adds the application with a reference in the system before to a search. It is looked up first, to keep its index. */
export async function orOfReference(
  db: Queries,
  text: string,
  matching: SQL | undefined,
): Promise<SQL | undefined> {
  const reference = text.trim()
  if (reference === '') return matching
  const [imported] = await db
    .select({ id: importedApplications.applicationId })
    .from(importedApplications)
    .where(eq(importedApplications.externalReference, reference))
  return imported === undefined ? matching : or(matching, eq(summaries.applicationId, imported.id))
}
