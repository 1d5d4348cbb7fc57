import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { getTableName } from 'drizzle-orm'
import type { Direction } from '#domain/applications/review/list.ts'
import { directions } from '#domain/applications/review/list.ts'
import type { CursorShape } from './cursor.ts'
import { kindOf } from './column-kinds.ts'
import { mayBeMissing, type Order } from './keyset.ts'
import { placeIn, type Projection } from './projection.ts'
import { rowShape, type RowShape } from './written-rows.ts'

/** What a list is declared with: where its rows are, how they are sorted, and what of a row leaves. */
export interface ListDeclaration<Sort extends string, Row> {
  /** What a cursor does not continue that is none: "this list", say. */
  name: string
  table: PgTable
  /** Tells rows apart, and decides between those whose order is equal. */
  unique: PgColumn
  orders: Readonly<Record<Sort, Order>>
  fields: Projection<Row>
  /**
   * Set where rows are searched by their `search_text`: how many are looked through at once before anything else is tried,
   * about a millisecond's work.
   */
  glance?: number
}

/** A list as it is read: what can be known ahead of its statements is. */
export interface List<Sort extends string, Row> extends Omit<ListDeclaration<Sort, Row>, 'table'> {
  table: string
  /** How its rows are read from what is called `listed`, each with its place in an order. */
  rows: Readonly<Record<Sort, RowShape>>
  cursors: Readonly<Record<Sort, Readonly<Record<Direction, CursorShape>>>>
}

/** Declares a list: `readPage` reads it. */
export function defineList<Sort extends string, Row extends object>(
  declared: ListDeclaration<Sort, Row>,
): List<Sort, Row> {
  const sorts = Object.keys(declared.orders) as Sort[]
  const bySort = <Value>(of: (sort: Sort) => Value) =>
    Object.fromEntries(sorts.map((sort) => [sort, of(sort)])) as Record<Sort, Value>
  const byDirection = <Value>(of: (direction: Direction) => Value) =>
    Object.fromEntries(directions.map((direction) => [direction, of(direction)])) as Record<Direction, Value>
  const { fields, orders, unique } = declared
  return {
    ...declared,
    table: getTableName(declared.table),
    rows: bySort((sort) => rowShape(fields, placeIn(orders[sort], unique))),
    cursors: bySort((sort) => byDirection((direction) => cursorShape(declared, sort, direction))),
  }
}

function cursorShape<Sort extends string>(
  { name, orders, unique }: Pick<ListDeclaration<Sort, unknown>, 'name' | 'orders' | 'unique'>,
  sort: Sort,
  direction: Direction,
): CursorShape {
  const order = orders[sort]
  const key = order.map((column, place) => {
    const schema = kindOf(column).key
    return place === 0 && mayBeMissing(order) ? schema.nullable() : schema
  })
  return { list: name, order: sort, direction, key, id: kindOf(unique).key }
}
