import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { lineOfText } from '#base/rules/input/text.ts'
import type { Direction } from '#base/rules/api/list.ts'
import { timestampSchema } from '#base/rules/time/timestamp-schema.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** Sort values of a row: those of the sorted columns, and its unique one. */
export interface Position {
  key: readonly (string | number | null)[]
  id: string | number
}

/** The valid content of cursors for one list and order. */
export interface CursorShape {
  /** The list's name in error messages, such as "this list". */
  list: string
  /** Order and direction are part of the cursor, so cursors of other orders are rejected. */
  order: string
  direction: Direction
  key: readonly z.ZodType<string | number | null>[]
  id: z.ZodType<string | number>
}

/** Encodes the position of a row as `cursor` for the next page. */
export function writeCursor(
  { order, direction }: Pick<CursorShape, 'order' | 'direction'>,
  { key, id }: Position,
): string {
  return Buffer.from(JSON.stringify([order, direction, key, id])).toString('base64url')
}

const packed = z.tuple([z.string(), z.string(), z.array(z.unknown()), z.unknown()])

/**
 * Decodes a cursor, which is untrusted input.
 *
 * @throws DomainError invalid if it is malformed, or of another order
 */
export function readCursor(shape: CursorShape, cursor: string): Position {
  const position = positionIn(shape, parsedJson(Buffer.from(cursor, 'base64url').toString()))
  if (position !== null) return position
  const message = `This cursor doesn’t belong to ${shape.list}. Please start at the first page.`
  throw new DomainError('invalid', message, { errors: [{ path: 'cursor', message }] })
}

function positionIn(shape: CursorShape, value: unknown): Position | null {
  const read = packed.safeParse(value)
  if (!read.success) return null
  const [order, direction, key, id] = read.data
  if (order !== shape.order || direction !== shape.direction || key.length !== shape.key.length) return null
  const readKey = shape.key.map((part, index) => part.safeParse(key[index]))
  const readId = shape.id.safeParse(id)
  if (!readId.success) return null
  const values = readKey.flatMap((part) => (part.success ? [part.data] : []))
  return values.length === key.length ? { key: values, id: readId.data } : null
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Valid values per column type; others would be a query error. */
const schemas: Readonly<Record<string, z.ZodType<string | number>>> = {
  PgUUID: z.uuid(),
  PgText: lineOfText(1000),
  PgSmallInt: z.number().int().min(0).max(99),
  PgBigSerial53: z.int().min(0),
  PgTimestamp: timestampSchema,
  PgDateString: z.iso.date(),
  PgNumeric: z.string().regex(/^-?\d{1,14}\.\d{2}$/u),
}

/**
 * The values of a column that a cursor may contain.
 *
 * @throws Error for a column type that no list is sorted by yet
 */
export function cursorValue({ name, columnType }: PgColumn): z.ZodType<string | number> {
  const schema = schemas[columnType]
  if (schema === undefined) throw new Error(`Cursors cannot hold ${columnType}, the type of ${name}.`)
  return schema
}
