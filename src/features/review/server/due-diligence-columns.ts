import { sql, type SQL } from 'drizzle-orm'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import type { Context } from '#base/server/context.ts'

/** Whether a match that prohibits is confirmed, for admins: managers do not learn of one. */
export function prohibitedColumn(
  { gate, settings }: Pick<Context, 'gate'> & { settings: { dueDiligence: { on: boolean } } },
  { managerId }: { managerId: string | null },
): SQL<boolean> {
  if (managerId !== null) return sql<boolean>`false`
  return sql<boolean>`not (${gate.isServed(settings, summaries.applicationId)})`
}
