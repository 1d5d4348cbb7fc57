import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Direction } from '#domain/applications/review/list.ts'
import type { DatabaseConnection } from '#server/db/database.ts'
import { kindOf } from './column-kinds.ts'
import { readCursor } from './cursor.ts'
import type { JsonRow } from './in-json.ts'
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

/** What the statement of a page answers, put together. */
export interface FoundPage {
  /** How many rows were found, one more than are shown where the list goes on. */
  found: number
  /** The rows that are shown, as JSON. */
  rows: string
  /** The place of the last row that is shown, where the list goes on. */
  last: Position | null
  total: number | null
  /** What else was counted. */
  also: number | null
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
  /** Puts together what that statement answers, sent with `inJson`. */
  pageOf: (answered: readonly JsonRow[]) => FoundPage
}

/** SQL that finds rows, each with all columns of the list's table. */
export interface RowsFound {
  rows: string
  before?: string
  /** What else is to be counted. */
  also?: string
}

const readSizes = [DEFAULT_PAGE_SIZE + 1, MAX_PAGE_SIZE + 1, 501, 1001]

/** @throws Refusal invalid where the cursor continues another list */
export function pageSource<Sort extends string, Row>(
  database: PageSource['database'],
  list: List<Sort, Row>,
  { sort, direction, limit, cursor, where, parts, total, among }: PageRequest<Sort>,
): PageSource {
  const { table, unique, orders, cursors, sent, glance = 0 } = list
  const after = cursor === undefined ? null : readCursor(cursors[sort][direction], cursor)
  const walk: Walk = { table, order: orders[sort], unique, direction, where, parts, after }
  return {
    database,
    walk,
    readSize: readSizes.find((size) => size > limit) ?? limit + 1,
    glance,
    among,
    statementOf(find) {
      const parameters = new Parameters()
      const { rows, before, also = 'null::int' } = find(parameters)
      const all = total === undefined ? 'null::int' : total(parameters)
      // What was counted is told where no row was found, too.
      const text = `${before === undefined ? '' : `with ${before}`}
        select ${sent.columns}, counted.*, ${placeIn(walk, LISTED)}
        from (select ${all} as total, ${also} as also) counted left join (${rows}) ${LISTED} on true`
      return { text, values: parameters.values }
    },
    pageOf(answered) {
      const [counted = null, also = null, id = null] = firstOf(answered).slice(sent.width)
      const found = id === null ? [] : answered
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return {
        found: found.length,
        rows: `[${shown.map(sent.write).join(',')}]`,
        last: last === undefined ? null : readPlace(last.slice(sent.width + COUNTS)),
        total: counted === null ? null : Number(counted),
        also: also === null ? null : Number(also),
      }
    },
  }
}

/** How many columns stand between a row's fields and its place. */
const COUNTS = 2

/** The place of a row as columns: what `readPlace` makes it of, sent with `inJson`. */
export function placeIn({ order, unique }: Pick<Walk, 'order' | 'unique'>, row: string): string {
  return [unique, ...order].map((column) => kindOf(column).sent(`${row}.${column.name}`)).join(', ')
}

/** The place that its columns tell. */
export function readPlace(columns: JsonRow): Position {
  const [id, ...key] = columns.map((value) => JSON.parse(value ?? 'null') as string | number | null)
  return { key, id: id ?? '' }
}

/** @throws Error where a statement that always answers a row did not */
export function firstOf<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The statement of a page answered nothing.')
  return row
}
