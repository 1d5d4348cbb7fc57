import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_ROWS, type Direction } from '#base/rules/api/list.ts'
import { cursorValue, readCursor, writeCursor, type CursorShape, type Position } from './cursor.ts'

/** A page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** Total number of rows on all pages; null if not counted. */
  total: number | null
  /** Cursor of the next page; null at the end. */
  nextCursor: string | null
}

/** The paging parameters of a request, as parsed by the contract. */
export interface PageRequest<Sort extends string> {
  sort: Sort
  direction: Direction
  /** Without limit and cursor a page has up to `MAX_ROWS` rows. */
  limit?: number | undefined
  cursor?: string | undefined
}

/** A value that rows are sorted by. */
export interface SortKey {
  value: SQLWrapper
  /** Its valid values in a cursor. */
  schema: z.ZodType<string | number>
  nullable: boolean
}

/** The sort orders of a list. Rows without the first value of an order come last in both directions. */
export interface ListOrders<Sort extends string, Key extends string> {
  /** The list's name in error messages, such as "this list". */
  name: string
  /** Named as in the rows that are read. */
  keys: Readonly<Record<Key, SortKey>>
  orders: Readonly<Record<Sort, readonly Key[]>>
  /** Unique per row; breaks ties of the other keys. */
  unique: Key
  /** Whether the keys of an order are of several tables, so that an index can serve the first of them only. */
  acrossTables?: boolean
}

/** The part of the list that a query has to read. */
export interface Slice {
  /** Condition for the rows; undefined for all. */
  where: SQL | undefined
  orderBy: SQL[]
  /** At least what is missing on the page: one of few numbers, since it is part of the statement. */
  limit: number
  /** Of the placeholders in the above. */
  values: Readonly<Record<string, string | number | null>>
  /** Of the part: its order, its direction, and whether it continues a page. */
  shape: string
}

/** The limits of statements, which are prepared for each. */
const LIMITS = [51, 101, 501, MAX_ROWS + 1]

type KeyValue = string | number | Date | null

/** How the rows of a list are read, presented and counted. */
export interface Source<Key extends string, Found extends Readonly<Record<Key, KeyValue>>, Row> {
  read: (slice: Slice) => Promise<Found[]>
  present: (found: Found) => Row
  /** Called if the first page does not contain all rows. */
  count?: (() => Promise<number>) | undefined
}

/** A column to sort by. */
export function byColumn(column: PgColumn): SortKey {
  return { value: column, schema: cursorValue(column), nullable: !column.notNull }
}

/**
 * Reads a page of a list by cursor pagination: the query continues after the previous page's last row.
 *
 * @throws DomainError invalid if the cursor belongs to another list or order
 */
export async function paginate<
  Sort extends string,
  Key extends string,
  Found extends Readonly<Record<Key, KeyValue>>,
  Row,
>(
  list: ListOrders<Sort, Key>,
  request: PageRequest<Sort>,
  { read, present, count }: Source<Key, Found, Row>,
): Promise<Page<Row>> {
  const limit = request.limit ?? (request.cursor === undefined ? MAX_ROWS : DEFAULT_PAGE_SIZE)
  const found: Found[] = []
  const position =
    request.cursor === undefined ? undefined : readCursor(cursorShape(list, request), request.cursor)
  for (const [segment, where] of segmentsOf(list, request, position).entries()) {
    // One more row than the page holds shows whether there is a next page.
    if (found.length > limit) break
    const rows = LIMITS.find((rowsRead) => rowsRead > limit) ?? limit + 1
    const continues = position && position.key[0] === null
    found.push(
      ...(await read({
        where,
        orderBy: orderOf(list, request),
        limit: rows,
        values: valuesOf(position),
        shape: JSON.stringify([request.sort, request.direction, rows, segment, continues]),
      })),
    )
  }
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const isWhole = last === undefined && request.cursor === undefined
  return {
    rows: shown.map(present),
    total: isWhole ? shown.length : ((await count?.()) ?? null),
    nextCursor: last === undefined ? null : cursorAt(list, request, last),
  }
}

/** The cursor that continues a list after a row. */
export function cursorAt<Sort extends string, Key extends string>(
  { orders, unique }: ListOrders<Sort, Key>,
  { sort, direction }: PageRequest<Sort>,
  row: Readonly<Record<Key, KeyValue>>,
): string {
  return writeCursor(
    { order: sort, direction },
    { key: orders[sort].map((key) => keyText(row[key])), id: keyText(row[unique]) ?? '' },
  )
}

function keyText(value: KeyValue): string | number | null {
  return value instanceof Date ? value.toISOString() : value
}

function cursorShape<Sort extends string, Key extends string>(
  { name, keys, orders, unique }: ListOrders<Sort, Key>,
  { sort, direction }: PageRequest<Sort>,
): CursorShape {
  const key = orders[sort].map((one, index) => {
    const { schema, nullable } = keys[one]
    return index === 0 && nullable ? schema.nullable() : schema
  })
  return { list: name, order: sort, direction, key, id: keys[unique].schema }
}

function orderOf<Sort extends string, Key extends string>(
  { keys, orders, unique }: ListOrders<Sort, Key>,
  { sort, direction }: PageRequest<Sort>,
): SQL[] {
  return [...orders[sort], unique].map((key) => sql`${keys[key].value} ${sql.raw(direction)}`)
}

/**
 * Conditions of the rows to read, in turn until the page is full: rows with the first value of the order, then rows
 * without it. Separately, both can use an index in either direction.
 */
function segmentsOf<Sort extends string, Key extends string>(
  list: ListOrders<Sort, Key>,
  request: PageRequest<Sort>,
  position: Position | undefined,
): (SQL | undefined)[] {
  const { sort } = request
  const behind = position && isBehind(list, request, position)
  const [first] = list.orders[sort]
  if (first === undefined || !list.keys[first].nullable) return [behind]
  const { value } = list.keys[first]
  if (position?.key[0] === null) return [and(sql`${value} is null`, behind)]
  return [and(sql`${value} is not null`, behind), sql`${value} is null`]
}

/** The placeholders of a position: `key0` and so on, and `id`. */
function valuesOf(position: Position | undefined): Record<string, string | number | null> {
  if (position === undefined) return {}
  return {
    ...Object.fromEntries(position.key.map((value, index) => [`key${index}`, value])),
    id: position.id,
  }
}

/**
 * The condition that a row comes after a position, within rows that have the first value of the order or within those
 * that lack it.
 */
function isBehind<Sort extends string, Key extends string>(
  { keys, orders, unique, acrossTables = false }: ListOrders<Sort, Key>,
  { sort, direction }: PageRequest<Sort>,
  { key }: Position,
): SQL {
  const columns = key[0] === null ? [] : orders[sort].map((one, index) => [one, `key${index}`] as const)
  const compared = [...columns, [unique, 'id'] as const]
  const values = compared.map(([one]) => sql`${keys[one].value}`)
  const position = compared.map(([, name]) => sql`${sql.placeholder(name)}`)
  const comparison = sql.raw(direction === 'asc' ? '>' : '<')
  const behind = sql`(${sql.join(values, sql`, `)}) ${comparison} (${sql.join(position, sql`, `)})`
  // Follows from the comparison of all, which cannot use the index.
  return acrossTables ? sql`${values[0]} ${comparison}= ${position[0]} and ${behind}` : behind
}
