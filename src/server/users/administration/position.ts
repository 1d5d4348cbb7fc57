import { z } from 'zod'
import { Refusal } from '#server/refusal.ts'

const position = z.tuple([z.iso.datetime(), z.uuid()])

/** Packs the place of a user in the list, for the page after it. */
export function writePosition({ createdAt, id }: { createdAt: Date; id: string }): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url')
}

/**
 * Unpacks a place in the list.
 *
 * @throws Refusal invalid where it is none
 */
export function readPosition(cursor: string): { createdAt: string; id: string } {
  const read = position.safeParse(parsedJson(Buffer.from(cursor, 'base64url').toString()))
  if (!read.success) throw notAPosition()
  const [createdAt, id] = read.data
  return { createdAt, id }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function notAPosition(): Refusal {
  const message = 'This does not continue a list. Please begin at the first page.'
  return new Refusal('invalid', message, { errors: [{ path: 'cursor', message }] })
}
