import { count, inArray } from 'drizzle-orm'
import { applicationStatuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'

/**
 * The number of applications by status.
 *
 * @param managerIds the managers whose clients are counted; null for all
 */
export async function countByStatus(
  db: Queries,
  managerIds: readonly string[] | null,
): Promise<Record<ApplicationStatus, number>> {
  const counted = await db
    .select({ status: summaries.status, count: count() })
    .from(summaries)
    .where(managerIds === null ? undefined : inArray(summaries.wealthManagerId, [...managerIds]))
    .groupBy(summaries.status)
  const counts = applicationStatuses.map(
    (status) => [status, counted.find((one) => one.status === status)?.count ?? 0] as const,
  )
  return Object.fromEntries(counts) as Record<ApplicationStatus, number>
}
