import type { DatabaseConnection } from '#server/db/database.ts'
import { WrittenJson } from '#server/written-json.ts'
import { writeCursor } from './cursor.ts'
import { orderBy, readInOrder } from './keyset.ts'
import type { List } from './list.ts'
import {
  pageOf,
  pageSource,
  type Among,
  type AnsweredPage,
  type FoundPage,
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
export const noRows: Page<never> = { rows: new WrittenJson(Buffer.from('[]')), total: null, nextCursor: null }

/**
 * Reads a page of a list: one statement, whose rows are written as JSON as they came.
 *
 * @throws Refusal invalid where the cursor continues another list
 */
export async function readPage<Sort extends string, Row>(
  database: Pick<DatabaseConnection, 'pool'>,
  list: List<Sort, Row>,
  request: PageRequest<Sort>,
): Promise<Page<Row>> {
  const { sort, direction, cursor, search = '' } = request
  const shape = list.cursors[sort][direction]
  const source = pageSource(database, list, request)
  const terms = searchTerms(search)
  const found = await find(source, terms)
  const goesOn = found.found > source.limit
  const last = goesOn ? found.last : await lastSearched(source)
  const isWhole = last === null && cursor === undefined
  return {
    rows: new WrittenJson(found.json),
    total: isWhole ? found.found : terms.length === 0 ? found.total : null,
    nextCursor: last === null ? null : writeCursor(shape, last),
  }
}

function find(source: PageSource, terms: readonly string[]): Promise<FoundPage> {
  if (terms.length > 0) return readMatches(source, terms)
  return source.among === undefined ? readAlong(source) : readAmong(source, source.among)
}

async function readAlong(source: PageSource): Promise<FoundPage> {
  const { walk, readSize, database } = source
  const statement = source.statementOf((parameters) => ({
    rows: readInOrder(walk, { select: '*', limit: readSize }, parameters),
  }))
  const { rows } = await database.pool.query<AnsweredPage>(named(statement))
  return pageOf(source, rows)
}

/** Looks for rows that fit among the first of the list. */
async function readAmong(source: PageSource, { rows: limit, where }: Among): Promise<FoundPage> {
  const { walk, readSize } = source
  const statement = source.statementOf((parameters) => {
    const first = readInOrder(walk, { select: '*', limit }, parameters)
    const fits = where.map((condition) => condition(parameters))
    return {
      rows: `select * from (${first}) first_rows${whereAll(fits)} order by ${orderBy(walk)} limit ${readSize}`,
    }
  })
  const { rows } = await source.database.pool.query<AnsweredPage>(named(statement))
  return pageOf(source, rows)
}

/** The last row that was looked at, where the search went no further; null where it came to the end of the list. */
async function lastSearched(source: PageSource): Promise<FoundPage['last']> {
  const { database, walk, row, among } = source
  if (among === undefined) return null
  const parameters = new Parameters()
  const first = readInOrder(walk, { select: '*', limit: among.rows }, parameters)
  const text = `select ${row.sql} as rows, null::int as total from (${first} offset ${among.rows - 1}) ${LISTED}`
  const { rows } = await database.pool.query<AnsweredPage>(named({ text, values: parameters.values }))
  return rows.length === 0 ? null : pageOf(source, rows).last
}
