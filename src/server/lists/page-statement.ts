import type { QueryResultRow } from 'pg'
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  MOST_ROWS,
  type Direction,
} from '#domain/applications/review/list.ts'
import type { DatabaseConnection } from '#server/db/database.ts'
import { readCursor } from './cursor.ts'
import type { Part, Walk } from './keyset.ts'
import type { List } from './list.ts'
import { LISTED } from './projection.ts'
import { Parameters, type Condition, type Statement, type Written } from './statement.ts'
import { writeRows, type RowShape, type WrittenRows } from './written-rows.ts'

/** What a list is asked for: what the contract parsed, and which rows it is made of. */
export interface PageRequest<Sort extends string> {
  sort: Sort
  direction: Direction
  /** Missing without a cursor too, all rows are asked for, up to `MOST_ROWS`. */
  limit?: number | undefined
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
export interface AnsweredPage extends QueryResultRow {
  /** The rows that were found; null for none. */
  rows: string | null
  total: number | null
}

/** A page as it was found. */
export interface FoundPage extends WrittenRows {
  total: number | null
}

/** How statements of one page are written, and where they are sent. */
export interface PageSource {
  database: Pick<DatabaseConnection, 'pool'>
  walk: Walk
  /** What is read of each row. */
  row: RowShape
  /** How many rows are shown. */
  limit: number
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
  request: PageRequest<Sort>,
): PageSource {
  const { table, unique, orders } = list
  const { sort, direction, cursor, where, parts, total, among } = request
  const limit = request.limit ?? (cursor === undefined ? MOST_ROWS : DEFAULT_PAGE_SIZE)
  const after = cursor === undefined ? null : readCursor(list.cursors[sort][direction], cursor)
  const walk: Walk = { table, order: orders[sort], unique, direction, where, parts, after }
  const row = list.rows[sort]
  const written = `select string_agg(${row.sql}, '')`
  const counted = (parameters: Parameters) => (total === undefined ? 'null::int' : total(parameters))
  const shown = (rows: string, parameters: Parameters) =>
    `select * from (${rows}) found limit ${parameters.add(limit)}::int + 1`
  return {
    database,
    walk,
    row,
    limit,
    readSize: readSizes.find((size) => size > limit) ?? limit + 1,
    glance: list.glance ?? 0,
    among,
    statementOf(write) {
      const parameters = new Parameters()
      const { rows, before, also } = write(parameters)
      const text = `${before === undefined ? '' : `with ${before}`}
        ${written} as rows, ${counted(parameters)} as total${also === undefined ? '' : `, ${also}`}
        from (${shown(rows, parameters)}) ${LISTED}`
      return { text, values: parameters.values }
    },
  }
}

/** Writes the page that a statement answered. */
export function pageOf({ row, limit }: PageSource, answers: readonly AnsweredPage[]): FoundPage {
  const { rows, total } = onlyOne(answers)
  return { ...writeRows(row, rows ?? '', limit), total }
}

/** @throws Error where a statement that always answers one row did not */
export function onlyOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The statement of a page answered nothing.')
  return row
}
