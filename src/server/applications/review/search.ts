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
 * (docs/decisions/0014). These statements are planned anew each time: how they are best done depends on the words.
 *
 * @param scopeSize how many rows the list has without the search
 */
export async function readMatches<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  search: Search,
  scopeSize: number,
): Promise<Row[]> {
  const read = async (statement: Statement) => (await pool.query<Row>(statement)).rows
  if (scopeSize <= GLANCE) return read(lookThrough(search))
  const seen = await read(glance(search))
  if (seen.length >= search.limit) return seen
  if (seen.length < FREQUENT) {
    const matches = await readFromIndex<Row>(pool, search)
    if (matches !== null) return matches
  }
  return read(lookThrough(search))
}

/** Every word is in the search text; said so that the index of trigrams is not thought of. */
function contains(terms: readonly string[], parameters: Parameters): string[] {
  return terms.map((term) => `strpos(search_text, fold_text(${parameters.add(term)})) > 0`)
}

function lookThrough({ order, terms, limit, columns }: Search): Statement {
  const parameters = new Parameters()
  const conditions = contains(terms, parameters)
  const inOrder = { select: ids(order), conditions, limit: parameters.add(limit) }
  return { text: rowsOf(readInOrder(order, inOrder, parameters), columns, order), values: parameters.values }
}

function glance({ order, terms, limit, columns }: Search): Statement {
  const parameters = new Parameters()
  const select = `${ids(order)}, search_text`
  const first = readInOrder(order, { select, conditions: [], limit: String(GLANCE) }, parameters)
  const matching = `select ${ids(order)} from (${first}) first${whereAll(contains(terms, parameters))}
    order by ${orderBy(order)} limit ${parameters.add(limit)}`
  return { text: rowsOf(matching, columns, order), values: parameters.values }
}

/**
 * All that match, by the index of trigrams, and of these the first rows of the list.
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
      select * from matches${whereAll(within)} order by ${orderBy(order)} limit ${parameters.add(limit)}
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
