import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { sentMoment } from '#domain/time/sent-moment.ts'
import type { JsonForm } from './transcript.ts'
import type { RowValue } from './written-rows.ts'

/** What lists know of the values of a column. */
interface ColumnKind {
  /** Reads a value for answers and cursors, in SQL. */
  read: (column: string) => string
  /** How it stands in them. */
  form: JsonForm
  /** What a cursor may hold: no more than the database can compare with. */
  key: z.ZodType<string | number>
}

const asItIs = (column: string) => column
const noKey = z.never()

/** By the column's type in the schema. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  PgUUID: { read: asItIs, form: 'text', key: z.uuid() },
  PgText: { read: asItIs, form: 'text', key: lineOfText(1000) },
  PgBoolean: { read: (column) => `${column}::text`, form: 'bare', key: noKey },
  PgJsonb: { read: asItIs, form: 'bare', key: noKey },
  PgInet: { read: (column) => `host(${column})`, form: 'text', key: noKey },
  PgSmallInt: { read: asItIs, form: 'bare', key: z.number().int().min(0).max(99) },
  PgBigSerial53: { read: asItIs, form: 'bare', key: z.int().min(0) },
  PgTimestamp: { read: (column) => `${column} at time zone 'UTC'`, form: 'moment', key: sentMoment },
  PgDateString: { read: asItIs, form: 'text', key: z.iso.date() },
  PgNumeric: { read: asItIs, form: 'text', key: z.string().regex(/^-?\d{1,14}\.\d{2}$/u) },
}

/** A column of a row that has a name in the SQL. */
export function readColumn(column: PgColumn, row: string): RowValue {
  const { read, form } = kindOf(column)
  return { sql: read(`${row}.${column.name}`), form }
}

/** @throws Error for a type that no list has had yet: it wants a row above */
export function kindOf({ name, columnType }: PgColumn): ColumnKind {
  const kind = kinds[columnType]
  if (kind === undefined) throw new Error(`No list knows how to write ${columnType}, the type of ${name}.`)
  return kind
}
