import type { DatabaseConnection } from '#server/db/database.ts'
import { WrittenJson } from '#server/written-json.ts'
import { writeCursor } from './cursor.ts'
import { keptPagesOf, type KeptPages } from './kept-pages.ts'
import { orderBy, readInOrder } from './keyset.ts'
import type { List } from './list.ts'
import {
  onlyOne,
  pageOf,
  pageSource,
  type Among,
  type AnsweredPage,
  type FoundPage,
  type MarkedPage,
  type PageRequest,
  type PageSource,
  type RowsFound,
} from './page-statement.ts'
import { LISTED } from './projection.ts'
import { readMatches } from './search.ts'
import { searchTerms } from './search-terms.ts'
import { nameOf, named, Parameters, whereAll } from './statement.ts'

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
  const { sort, direction, limit, cursor, search = '' } = request
  const shape = list.cursors[sort][direction]
  const source = pageSource(database, list, request)
  const terms = searchTerms(search)
  const found = await find(source, terms)
  const goesOn = found.found > limit
  const isWhole = !goesOn && cursor === undefined
  const last = goesOn ? found.last : await lastSearched(source)
  return {
    rows: new WrittenJson(found.json),
    total: terms.length === 0 ? found.total : isWhole ? found.found : null,
    nextCursor: last === null ? null : writeCursor(shape, last),
  }
}

function find(source: PageSource, terms: readonly string[]): Promise<FoundPage> {
  if (terms.length > 0) return readMatches(source, terms)
  return source.among === undefined ? readAlong(source) : readAmong(source, source.among)
}

/** Short, and the same work however long the list is: sent over connections that everybody shares. */
async function readAlong(source: PageSource): Promise<FoundPage> {
  const { walk, readSize, row, database } = source
  const write = (parameters: Parameters) => ({
    rows: readInOrder(walk, { select: '*', limit: readSize }, parameters),
  })
  const statement = source.statementOf(write)
  if (row.mark !== null) {
    const pages = keptPagesOf(database.pool)
    const asked = JSON.stringify([nameOf(statement.text), statement.values])
    if (pages.isAskedAgain(asked)) return readUnlessKept(source, pages, asked, write)
  }
  const { rows } = await database.pool.query<AnsweredPage>(named(statement))
  return pageOf(source, rows)
}

/** Reads the rows of a page unless they are the very ones that are kept of it. */
async function readUnlessKept(
  source: PageSource,
  pages: KeptPages,
  asked: string,
  write: (parameters: Parameters) => Pick<RowsFound, 'rows'>,
): Promise<FoundPage> {
  const known = pages.find(asked)
  const statement = source.markedStatementOf(write, known?.mark)
  const { rows } = await source.database.pool.query<MarkedPage>(named(statement))
  const { mark, total } = onlyOne(rows)
  if (known !== undefined && known.mark === mark) return { ...known.page, total }
  const page = pageOf(source, rows)
  if (mark !== null) pages.keep(asked, { mark, page })
  return page
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
