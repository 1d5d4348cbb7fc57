import type pg from 'pg'
import { whereAll, type Written } from './statement.ts'

/** What is counted as it changes (`application_tallies`). */
export type TallyScope =
  | 'status'
  | 'unassigned'
  | 'started'
  | 'submitted'
  | 'draft step'
  | 'draft day'
  | `draft day ${string}`
  | `waiting ${string}`
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
  /** Only what comes after this key, in the order of code points. */
  after?: string
}

/** The sum of a tally, in SQL. */
export function sumOf({ scope, keys, after }: Tally): Written {
  return (parameters) => {
    const among = [
      ...(keys === undefined ? [] : [`key = any(${parameters.add(keys)}::text[])`]),
      ...(after === undefined ? [] : [`key > ${parameters.add(after)}`]),
    ]
    const counted = [`scope = ${parameters.add(scope)}`, ...among]
    return `(select coalesce(sum(count), 0)::int from application_tallies${whereAll(counted)})`
  }
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
