import type pg from 'pg'
import type { Parameters } from './statement.ts'

/** What is counted as it changes (`application_tallies`). */
export type TallyScope =
  | 'status'
  | 'unassigned'
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

/** How many rows a list has in all, by what is counted of it: all of a scope, or some of its keys. */
export interface Tally {
  scope: TallyScope
  keys?: readonly string[]
}

/** The sum of a tally, in SQL; null where nobody counts. */
export function sumOf(tally: Tally | undefined, parameters: Parameters): string {
  if (tally === undefined) return 'null::int'
  const { scope, keys } = tally
  const among = keys === undefined ? '' : ` and key = any(${parameters.add(keys)}::text[])`
  return `(select coalesce(sum(count), 0)::int from application_tallies where scope = ${parameters.add(scope)}${among})`
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
