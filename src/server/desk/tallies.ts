import type pg from 'pg'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { readTallies, type TallyScope } from '#server/lists/tallies.ts'

/** Where the applications of a manager are counted, or all. @param managerId null for all */
export function tallyOf(managerId: string | null): TallyScope {
  return managerId === null ? 'status' : `manager ${managerId}`
}

/**
 * How many applications there are at each status.
 *
 * @param managerId whose clients'; null for all
 */
export async function countByStatus(
  pool: pg.Pool,
  managerId: string | null,
): Promise<Record<ApplicationStatus, number>> {
  const tallies = await readTallies(pool, tallyOf(managerId))
  const counted = new Map(tallies.map(({ key, count }) => [key, count]))
  const counts = applicationStatuses.map((status) => [status, counted.get(status) ?? 0] as const)
  return Object.fromEntries(counts) as Record<ApplicationStatus, number>
}
