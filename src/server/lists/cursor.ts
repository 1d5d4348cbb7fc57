import { z } from 'zod'
import type { Direction } from '#domain/applications/review/list.ts'
import { Refusal } from '#server/refusal.ts'
import type { Position } from './keyset.ts'

/** What a place in one order of a list is made of. */
export interface CursorShape {
  /** What it does not continue where it is no place of it: "this list", say. */
  list: string
  /** The order's name and direction stand in the cursor, so that nobody takes it for one of another. */
  order: string
  direction: Direction
  /** What each value of the key may be, and the id: no more than the database can compare with. */
  key: readonly z.ZodType<string | number | null>[]
  id: z.ZodType<string | number>
}

/** Packs the place of a row for an address: `cursor` of the page that follows. */
export function writeCursor(
  { order, direction }: Pick<CursorShape, 'order' | 'direction'>,
  { key, id }: Position,
): string {
  return Buffer.from(JSON.stringify([order, direction, key, id])).toString('base64url')
}

const packed = z.tuple([z.string(), z.string(), z.array(z.unknown()), z.unknown()])

/**
 * Unpacks a place in a list. Anybody may send anything.
 *
 * @throws Refusal invalid where it is none, or one of another order
 */
export function readCursor(shape: CursorShape, cursor: string): Position {
  const position = positionIn(shape, parsedJson(Buffer.from(cursor, 'base64url').toString()))
  if (position !== null) return position
  const message = `This does not continue ${shape.list}. Please start at the first page.`
  throw new Refusal('invalid', message, { errors: [{ path: 'cursor', message }] })
}

function positionIn(shape: CursorShape, value: unknown): Position | null {
  const read = packed.safeParse(value)
  if (!read.success) return null
  const [order, direction, key, id] = read.data
  if (order !== shape.order || direction !== shape.direction || key.length !== shape.key.length) return null
  const readKey = shape.key.map((part, place) => part.safeParse(key[place]))
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
