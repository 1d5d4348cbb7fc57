import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { sentMoment } from '#domain/time/sent-moment.ts'

/** What lists know of the values of a column. */
interface ColumnKind {
  /** Writes a value as answers and cursors hold it, in SQL. */
  written: (column: string) => string
  /** What a cursor may hold: no more than the database can compare with. */
  key: z.ZodType<string | number>
}

const asItIs = (column: string) => column
const noKey = z.never()

/** By the column's type in the schema. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  PgUUID: { written: asItIs, key: z.uuid() },
  PgText: { written: asItIs, key: lineOfText(1000) },
  PgBoolean: { written: asItIs, key: noKey },
  PgJsonb: { written: asItIs, key: noKey },
  PgInet: { written: (column) => `host(${column})`, key: noKey },
  PgSmallInt: { written: asItIs, key: z.number().int().min(0).max(99) },
  PgBigSerial53: { written: asItIs, key: z.int().min(0) },
  PgTimestamp: {
    written: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    key: sentMoment,
  },
  PgDateString: { written: asItIs, key: z.iso.date() },
  PgNumeric: { written: (column) => `${column}::text`, key: z.string().regex(/^-?\d{1,14}\.\d{2}$/u) },
}

/** @throws Error for a type that no list has had yet: it wants a row above */
export function kindOf({ name, columnType }: PgColumn): ColumnKind {
  const kind = kinds[columnType]
  if (kind === undefined) throw new Error(`No list knows how to write ${columnType}, the type of ${name}.`)
  return kind
}
