import type { GetColumnData } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { kindOf } from './column-kinds.ts'

/** The name that a row of a list has in the SQL of its fields. */
export const LISTED = 'listed'

/** A field of a row as SQL over the row's table; the type is that of what JSON makes of it. */
export interface Field<Value> {
  readonly sql: string
  readonly type?: Value
}

/**
 * What leaves the server of a row of a list: for each field what it is made of, and nothing that is not named. This is the
 * list's presenter: PostgreSQL makes the JSON of a page by it, and the page goes out as it came (docs/decisions/0057).
 */
export type Projection<Row> = { readonly [Name in keyof Row]-?: Field<Row[Name]> }

type Written<Data> = Data extends Date ? string : Data

/** A column as answers hold it: moments as ISO 8601, amounts as text. */
export function field<Column extends PgColumn>(column: Column): Field<Written<GetColumnData<Column>>> {
  return { sql: kindOf(column).written(`${LISTED}.${column.name}`) }
}

/** An amount as a number. */
export function amount<Column extends PgColumn>(
  column: Column,
): Field<number | Extract<GetColumnData<Column>, null>> {
  return { sql: `${LISTED}.${column.name}` }
}

/** A column's value as text, whatever it is. */
export function asText(column: PgColumn): Field<string> {
  return { sql: `${LISTED}.${column.name}::text` }
}

/** What no column holds by itself, in SQL over the row, which is called `listed`. */
export function made<Value>(sql: string): Field<Value> {
  return { sql }
}

/** The moment that SQL finds, or none. */
export function momentOf(sql: string): Field<string | null> {
  return { sql: `to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` }
}

/** How people are called who are known by their id. */
export function nameOfUser(id: PgColumn): Field<string | null> {
  return { sql: `(select coalesce(full_name, username) from users where users.id = ${LISTED}.${id.name})` }
}

/** The fields as columns of a statement that reads `from ... listed`. */
export function selected<Row>(fields: Projection<Row>): string {
  return Object.entries<Field<unknown>>(fields)
    .map(([name, { sql }]) => `${sql} as "${name}"`)
    .join(', ')
}
