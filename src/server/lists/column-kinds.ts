import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { sentMoment } from '#domain/time/sent-moment.ts'

/** What lists know of the values of a column. */
interface ColumnKind {
  /** Writes a value as answers and cursors hold it, in SQL: what PostgreSQL's JSON shows of it is right. */
  written: (column: string) => string
  /** The same for what is written as JSON here (`in-json.ts`). */
  sent: (column: string) => string
  /** What a cursor may hold: no more than the database can compare with. */
  key: z.ZodType<string | number>
}

const asItIs = (column: string) => column

/** A moment as ISO 8601 in UTC, to the millisecond, in SQL. */
export function isoMoment(moment: string): string {
  return `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** What is written the same way wherever it is. */
const alike = (written: ColumnKind['written'], key: ColumnKind['key'] = z.never()): ColumnKind => ({
  written,
  sent: written,
  key,
})

/** By the column's type in the schema. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  PgUUID: alike(asItIs, z.uuid()),
  PgText: alike(asItIs, lineOfText(1000)),
  PgBoolean: alike(asItIs),
  PgJsonb: alike(asItIs),
  PgInet: alike((column) => `host(${column})`),
  PgSmallInt: alike(asItIs, z.number().int().min(0).max(99)),
  PgBigSerial53: alike(asItIs, z.int().min(0)),
  PgTimestamp: { written: isoMoment, sent: asItIs, key: sentMoment },
  PgDateString: alike(asItIs, z.iso.date()),
  PgNumeric: alike((column) => `${column}::text`, z.string().regex(/^-?\d{1,14}\.\d{2}$/u)),
}

/** @throws Error for a type that no list has had yet: it wants a row above */
export function kindOf({ name, columnType }: PgColumn): ColumnKind {
  const kind = kinds[columnType]
  if (kind === undefined) throw new Error(`No list knows how to write ${columnType}, the type of ${name}.`)
  return kind
}
