import type pg from 'pg'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'

/** What is counted as it changes (`application_tallies`). */
export type TallyScope =
  | 'status'
  | 'started'
  | 'submitted'
  | 'draft step'
  | 'review base'
  | 'user'
  | `manager ${string}`

interface TallyRow {
  key: string
  count: number
}

/**
 * The counts of a scope, as far as they are not zero.
 *
 * @param from the first key, in the order of code points
 */
export async function readTallies(pool: pg.Pool, scope: TallyScope, from = ''): Promise<TallyRow[]> {
  const { rows } = await pool.query<TallyRow>({
    name: 'read_tallies',
    text: `select key, sum(count)::int as count from application_tallies
      where scope = $1 and key >= $2 group by key having sum(count) <> 0`,
    values: [scope, from],
  })
  return rows
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
  const tallies = await readTallies(pool, managerId === null ? 'status' : `manager ${managerId}`)
  const counted = new Map(tallies.map(({ key, count }) => [key, count]))
  const counts = applicationStatuses.map((status) => [status, counted.get(status) ?? 0] as const)
  return Object.fromEntries(counts) as Record<ApplicationStatus, number>
}
