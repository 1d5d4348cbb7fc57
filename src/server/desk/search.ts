import type pg from 'pg'
import {
  beyond,
  orderBy,
  keyColumns,
  Parameters,
  readInOrder,
  scopeOf,
  whereAll,
  type ListOrder,
  type Statement,
} from './list-statement.ts'
import { runNamed } from './run-statement.ts'

/** How many rows are looked through at once before anything else is tried: about a millisecond's work. */
const GLANCE = 5_000
/** Found at a glance, this many matches mean that going on looking is quicker than the index of trigrams. */
const FREQUENT = 5
/** How many matches the index of trigrams may have for them to be sorted. */
const MOST_MATCHES = 3_000

interface Search {
  order: ListOrder
  /** What `searchTerms` makes of what was typed. */
  terms: readonly string[]
  limit: number
  columns: string
}

/**
 * Reads the first rows of a list that match what somebody searches for. Where matches are frequent, the list is looked
 * through in its order until there are enough; where they are rare, the index of trigrams has all of them
 * (docs/decisions/0014).
 *
 * @param scopeSize how many rows the list has without the search
 */
export async function readMatches<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  search: Search,
  scopeSize: Promise<number>,
): Promise<Row[]> {
  const [seen, size] = await Promise.all([runNamed<Row>(pool, lookThrough(search, GLANCE)), scopeSize])
  if (seen.length >= search.limit || size <= GLANCE) return seen
  if (seen.length < FREQUENT) {
    const matches = await readFromIndex<Row>(pool, search)
    if (matches !== null) return matches
  }
  return runNamed<Row>(pool, lookThrough(search))
}

/**
 * Looks through a list in its order, without a thought of the index of trigrams.
 *
 * @param rows how many rows of it at most
 */
function lookThrough({ order, terms, limit, columns }: Search, rows?: number): Statement {
  const parameters = new Parameters()
  const contained = terms.map(
    (term) => `strpos(search_text, (select fold_text(${parameters.add(term)}))) > 0`,
  )
  const found =
    rows === undefined
      ? readInOrder(order, { select: ids(order), conditions: contained, limit }, parameters)
      : `select * from (${firstRows(order, rows, parameters)}) first_rows${whereAll(contained)}
         order by ${orderBy(order)} limit ${limit}`
  return { text: rowsOf(found, columns, order), values: parameters.values }
}

function firstRows(order: ListOrder, limit: number, parameters: Parameters): string {
  return readInOrder(order, { select: `${ids(order)}, search_text`, conditions: [], limit }, parameters)
}

/**
 * All that match, by the index of trigrams, and of these the first rows of the list. Planned anew each time: how it is
 * best done depends on the words.
 *
 * @returns null where there are too many to sort
 */
async function readFromIndex<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { order, terms, limit, columns }: Search,
): Promise<Row[] | null> {
  const parameters = new Parameters()
  const like = terms.map((term) => `search_text like fold_text(${parameters.add(likePattern(term))})`)
  const within = [...scopeOf(order, parameters), ...beyond(order, parameters)]
  const text = `with matches as materialized (
      select * from application_summaries where ${like.join(' and ')} limit ${MOST_MATCHES + 1}
    ), page as (
      select * from matches${whereAll(within)} order by ${orderBy(order)} limit ${limit}
    )
    select (select count(*)::int from matches) as "matchCount", ${columns}
    from (values (1)) one left join page on true order by ${orderBy(order)}`
  const { rows } = await pool.query<Row & { matchCount: number; id: string | null }>({
    text,
    values: parameters.values,
  })
  if ((rows[0]?.matchCount ?? 0) > MOST_MATCHES) return null
  return rows.filter(({ id }) => id !== null)
}

function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
}

/** The id and what sorts it: for the newest first, all of it is in the index. */
function ids({ sort }: ListOrder): string {
  return ['application_id', ...keyColumns(sort)].join(', ')
}

/** Whole rows, for those that were found by what the index holds. */
function rowsOf(found: string, columns: string, order: ListOrder): string {
  return `select ${columns} from (select application_id as found_id from (${found}) found_rows) found
    join application_summaries on application_id = found_id order by ${orderBy(order)}`
}
