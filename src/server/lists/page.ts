import type { DatabaseConnection } from '#server/db/database.ts'
import { WrittenJson } from '#server/written-json.ts'
import { writeCursor } from './cursor.ts'
import { orderBy, readInOrder } from './keyset.ts'
import type { List } from './list.ts'
import {
  onlyOne,
  pageSource,
  placeIn,
  type FoundPage,
  type Among,
  type PageRequest,
  type PageSource,
} from './page-statement.ts'
import { LISTED } from './projection.ts'
import { readMatches } from './search.ts'
import { searchTerms } from './search-terms.ts'
import { named, Parameters, whereAll } from './statement.ts'

/** A page of a list. */
export interface Page<Row> {
  rows: WrittenJson<Row[]>
  /** How many the list has in all; null where nobody counted: a search that has further pages. */
  total: number | null
  /** Continues the list; null at its end. */
  nextCursor: string | null
}

/** A page of a list that nothing can be in. */
export const noRows: Page<never> = { rows: new WrittenJson('[]'), total: null, nextCursor: null }

/**
 * Reads a page of a list: one statement, in which PostgreSQL makes the JSON that is answered.
 *
 * @throws Refusal invalid where the cursor continues another list
 */
export async function readPage<Sort extends string, Row>(
  database: Pick<DatabaseConnection, 'pool' | 'reading'>,
  list: List<Sort, Row>,
  request: PageRequest<Sort>,
): Promise<Page<Row>> {
  const { sort, direction, limit, cursor, search = '' } = request
  const shape = list.cursors[sort][direction]
  const source = pageSource(database, list, request)
  const terms = searchTerms(search)
  const found = await find(source, terms)
  const goesOn = found.found > limit
  const isWhole = !goesOn && cursor === undefined
  const last = goesOn ? found.last : await lastSearched(source)
  return {
    rows: new WrittenJson(found.rows),
    total: terms.length === 0 ? found.total : isWhole ? found.found : null,
    nextCursor: last === null ? null : writeCursor(shape, { key: last[0], id: last[1] }),
  }
}

function find(source: PageSource, terms: readonly string[]): Promise<FoundPage> {
  if (terms.length > 0) return readMatches(source, terms)
  return source.among === undefined ? readAlong(source) : readAmong(source, source.among)
}

/** Short, and the same work however long the list is: sent over connections that everybody shares. */
async function readAlong({ database, walk, readSize, statementOf }: PageSource): Promise<FoundPage> {
  const statement = statementOf((parameters) => ({
    rows: readInOrder(walk, { select: '*', limit: readSize }, parameters),
  }))
  return onlyOne((await database.reading.query<FoundPage>(named(statement))).rows)
}

/** Looks for rows that fit among the first of the list. */
async function readAmong(
  { database, walk, readSize, statementOf }: PageSource,
  { rows: limit, where }: Among,
): Promise<FoundPage> {
  const statement = statementOf((parameters) => {
    const first = readInOrder(walk, { select: '*', limit }, parameters)
    const fits = where.map((condition) => condition(parameters))
    return {
      rows: `select * from (${first}) first_rows${whereAll(fits)} order by ${orderBy(walk)} limit ${readSize}`,
    }
  })
  return onlyOne((await database.pool.query<FoundPage>(named(statement))).rows)
}

/** The last row that was looked at, where the search went no further; null where it came to the end of the list. */
async function lastSearched({ database, walk, among }: PageSource): Promise<FoundPage['last']> {
  if (among === undefined) return null
  const parameters = new Parameters()
  const first = readInOrder(walk, { select: '*', limit: among.rows }, parameters)
  const text = `select ${placeIn(walk, LISTED)} as last from (${first} offset ${among.rows - 1}) ${LISTED}`
  const statement = named({ text, values: parameters.values })
  return (await database.pool.query<Pick<FoundPage, 'last'>>(statement)).rows[0]?.last ?? null
}
