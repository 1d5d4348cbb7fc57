import type { GetColumnData } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isoMoment, kindOf } from './column-kinds.ts'
import { objectWriter, type JsonRow } from './in-json.ts'

/** The name that a row of a list has in the SQL of its fields. */
export const LISTED = 'listed'

/** A field of a row as SQL over the row's table; the type is that of what JSON makes of it. */
export interface Field<Value> {
  readonly sql: string
  /** What is sent where the JSON is written here; the same unless said. */
  readonly sent?: string
  readonly type?: Value
}

/**
 * What leaves the server of a row of a list: for each field what it is made of, and nothing that is not named. This is the
 * list's presenter: a page is sent value by value as it says, and written as JSON as it comes (docs/decisions/0111).
 */
export type Projection<Row> = { readonly [Name in keyof Row]-?: Field<Row[Name]> }

type Written<Data> = Data extends Date ? string : Data

/** A column as answers hold it: moments as ISO 8601, amounts as text. */
export function field<Column extends PgColumn>(column: Column): Field<Written<GetColumnData<Column>>> {
  const { written, sent } = kindOf(column)
  const listed = `${LISTED}.${column.name}`
  return { sql: written(listed), sent: sent(listed) }
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
  return { sql: isoMoment(sql), sent: `(${sql})` }
}

/** How people are called who are known by their id. */
export function nameOfUser(id: PgColumn): Field<string | null> {
  return { sql: `(select coalesce(full_name, username) from users where users.id = ${LISTED}.${id.name})` }
}

/** The fields as columns of a statement that reads `from ... listed`, for JSON that PostgreSQL writes. */
export function selected<Row>(fields: Projection<Row>): string {
  return Object.entries<Field<unknown>>(fields)
    .map(([name, { sql }]) => `${sql} as "${name}"`)
    .join(', ')
}

/** The fields as columns that are written as JSON here. */
export interface SentColumns {
  columns: string
  width: number
  /** Writes a row that begins with them, sent with `inJson`. */
  write: (row: JsonRow) => string
}

/** The same for JSON that is written here. */
export function sentColumns<Row>(fields: Projection<Row>): SentColumns {
  const all = Object.values<Field<unknown>>(fields)
  return {
    columns: all.map(({ sql, sent = sql }) => sent).join(', '),
    width: all.length,
    write: objectWriter(Object.keys(fields)),
  }
}
