import type { z } from 'zod'
import { Refusal } from '#server/refusal.ts'

/** Packs the place of a row in a list for an address: `cursor` of the page that follows. */
export function packPosition(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * Unpacks a place in a list. Anybody may send anything: a schema has to take no more than the database can compare with.
 *
 * @param list what it does not continue where it is no place: "this list", say
 * @throws Refusal invalid where it is none
 */
export function unpackPosition<Position>(
  cursor: string,
  schema: z.ZodType<Position>,
  list: string,
): Position {
  const read = schema.safeParse(parsedJson(Buffer.from(cursor, 'base64url').toString()))
  if (read.success) return read.data
  const message = `This does not continue ${list}. Please begin at the first page.`
  throw new Refusal('invalid', message, { errors: [{ path: 'cursor', message }] })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
