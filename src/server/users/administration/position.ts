import { z } from 'zod'
import { sentMoment } from '#domain/time/sent-moment.ts'
import { packPosition, unpackPosition } from '#server/lists/packed-position.ts'

const position = z.tuple([sentMoment, z.uuid()])

/** Packs the place of a user in the list, for the page after it. */
export function writePosition({ createdAt, id }: { createdAt: Date; id: string }): string {
  return packPosition([createdAt.toISOString(), id])
}

/**
 * Unpacks a place in the list.
 *
 * @throws Refusal invalid where it is none
 */
export function readPosition(cursor: string): { createdAt: string; id: string } {
  const [createdAt, id] = unpackPosition(cursor, position, 'a list')
  return { createdAt, id }
}
