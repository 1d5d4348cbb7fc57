import { inArray, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'

/** The applications with an identity number, hashed with any of the current keys. */
export function isOfNumber(hashes: readonly Buffer[]): SQL {
  const found = new QueryBuilder()
    .select({ id: applications.id })
    .from(applications)
    .where(inArray(applications.idNumberHash, [...hashes]))
  return inArray(summaries.applicationId, found)
}
