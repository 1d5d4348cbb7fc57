import type { GetColumnData } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { readColumn } from './column-kinds.ts'
import type { Order } from './keyset.ts'
import type { RowValue } from './written-rows.ts'

/** The name that a row of a list has in the SQL of its fields. */
export const LISTED = 'listed'

/** A field of a row; the type is that of what is read in its JSON. */
export interface Field<Value> extends RowValue {
  readonly type?: Value
}

/**
 * What leaves the server of a row of a list: for each field what it is made of, and nothing that is not named. This is the
 * list's presenter: PostgreSQL answers a page by it, and the page is written as JSON by it (docs/decisions/0117).
 */
export type Projection<Row> = { readonly [Name in keyof Row]-?: Field<Row[Name]> }

type Written<Data> = Data extends Date ? string : Data

/** A column as answers hold it: moments as ISO 8601, amounts as text. */
export function field<Column extends PgColumn>(column: Column): Field<Written<GetColumnData<Column>>> {
  return readColumn(column, LISTED)
}

/** What tells a row's place in an order, beginning with what tells it from all others. */
export function placeIn(order: Order, unique: PgColumn): RowValue[] {
  return [unique, ...order].map((column) => readColumn(column, LISTED))
}

/** An amount as a number. */
export function amount<Column extends PgColumn>(
  column: Column,
): Field<number | Extract<GetColumnData<Column>, null>> {
  return { ...readColumn(column, LISTED), form: 'bare' }
}

/** A column's value as text, whatever it is. */
export function asText(column: PgColumn): Field<string> {
  return { ...readColumn(column, LISTED), form: 'text' }
}

/** What no column holds by itself, in SQL over the row, which is called `listed`. */
export function made<Value>(sql: string): Field<Value> {
  return { sql: `to_json(${sql})`, form: 'bare' }
}

/** The moment that SQL finds, or none. */
export function momentOf(sql: string): Field<string | null> {
  return { sql: `(${sql}) at time zone 'UTC'`, form: 'moment' }
}

/** How people are called who are known by their id. */
export function nameOfUser(id: PgColumn): Field<string | null> {
  return {
    sql: `(select coalesce(full_name, username) from users where users.id = ${LISTED}.${id.name})`,
    form: 'text',
  }
}
