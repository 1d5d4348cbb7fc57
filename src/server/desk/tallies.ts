import type pg from 'pg'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { WaitingOn } from '#domain/corrections/rounds.ts'
import { readTallies, type TallyScope } from '#server/lists/tallies.ts'

/**
 * Where applications are counted by their status.
 *
 * @param managerId whose clients'; null for all
 * @param waitingOn only those that wait for them
 */
export function tallyOf(managerId: string | null, waitingOn?: WaitingOn): TallyScope {
  if (waitingOn === undefined) return managerId === null ? 'status' : `manager ${managerId}`
  return managerId === null ? `waiting ${waitingOn}` : `waiting ${waitingOn} ${managerId}`
}

/** Where drafts are counted by the day of their last activity. @param managerId whose clients'; null for all */
export function draftDaysOf(managerId: string | null): TallyScope {
  return managerId === null ? 'draft day' : `draft day ${managerId}`
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
