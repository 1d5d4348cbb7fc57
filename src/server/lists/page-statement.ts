import type { QueryResultRow } from 'pg'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Direction } from '#domain/applications/review/list.ts'
import type { DatabaseConnection } from '#server/db/database.ts'
import { kindOf } from './column-kinds.ts'
import { readCursor } from './cursor.ts'
import type { Part, Position, Walk } from './keyset.ts'
import type { List } from './list.ts'
import { LISTED } from './projection.ts'
import { Parameters, type Condition, type Statement, type Written } from './statement.ts'

/** What a list is asked for: what the contract parsed, and which rows it is made of. */
export interface PageRequest<Sort extends string> {
  sort: Sort
  direction: Direction
  limit: number
  cursor?: string | undefined
  search?: string | undefined
  where: readonly Condition[]
  /** Where no index has all of it in this order: the parts that have one each. */
  parts?: readonly Part[] | undefined
  /** Counts how many rows there are in all, without the search. */
  total?: Written | undefined
  among?: Among | undefined
}

/** Rows that fit are looked for among so many and no more: what takes longer goes on with the next page. */
export interface Among {
  rows: number
  where: readonly Condition[]
}

/** What the statement of a page answers: one row. */
export interface FoundPage extends QueryResultRow {
  /** How many rows were found, one more than are shown where the list goes on. */
  found: number
  /** The rows that are shown, as JSON. */
  rows: string
  /** The place of the last row that is shown. */
  last: [Position['key'], Position['id']] | null
  total: number | null
}

/** How statements of one page are written, and where they are sent. */
export interface PageSource {
  database: Pick<DatabaseConnection, 'pool' | 'reading'>
  walk: Walk
  /** How many rows are read, in the text of the statements: each is planned for what it reads, and once. */
  readSize: number
  /** How many rows of a search are looked through at once before anything else is tried. */
  glance: number
  among: Among | undefined
  /** Makes a page of the rows that SQL finds. @param before what stands before them, as `with` takes it */
  statementOf: (write: (parameters: Parameters) => RowsFound) => Statement
}

/** SQL that finds rows, each with all columns of the list's table. */
export interface RowsFound {
  rows: string
  before?: string
  /** What else is asked for. */
  also?: string
}

const readSizes = [DEFAULT_PAGE_SIZE + 1, MAX_PAGE_SIZE + 1, 501, 1001]

/** @throws Refusal invalid where the cursor continues another list */
export function pageSource<Sort extends string, Row>(
  database: PageSource['database'],
  list: List<Sort, Row>,
  { sort, direction, limit, cursor, where, parts, total, among }: PageRequest<Sort>,
): PageSource {
  const { table, unique, orders } = list
  const after = cursor === undefined ? null : readCursor(list.cursors[sort][direction], cursor)
  const walk: Walk = { table, order: orders[sort], unique, direction, where, parts, after }
  return {
    database,
    walk,
    readSize: readSizes.find((size) => size > limit) ?? limit + 1,
    glance: list.glance ?? 0,
    among,
    statementOf(write) {
      const parameters = new Parameters()
      const { rows, before, also } = write(parameters)
      const shown = `${parameters.add(limit)}::int`
      // Each row is gone through once: what is known of all of them is gathered as its JSON is.
      const text = `${before === undefined ? '' : `with ${before}`}
        select count(*)::int as found,
          '[' || coalesce(string_agg(to_json(shown)::text, ',') filter (where nth <= ${shown}), '') || ']' as rows,
          max(case nth when ${shown} then ${placeIn(walk, LISTED)}::text end)::json as last,
          ${total === undefined ? 'null::int' : total(parameters)} as total${also === undefined ? '' : `, ${also}`}
        from (select row_number() over () as nth, found.* from (${rows}) found) ${LISTED}
          cross join lateral (select ${list.selected}) shown`
      return { text, values: parameters.values }
    },
  }
}

/** The place of a row, in SQL. */
export function placeIn({ order, unique }: Pick<Walk, 'order' | 'unique'>, row: string): string {
  const [id = '', ...key] = [unique, ...order].map((column) =>
    kindOf(column).written(`${row}.${column.name}`),
  )
  return `json_build_array(json_build_array(${key.join(', ')}), ${id})`
}

/** @throws Error where a statement that always answers one row did not */
export function onlyOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The statement of a page answered nothing.')
  return row
}
