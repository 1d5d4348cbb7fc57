import { z } from 'zod'
import type { ApplicationSort, Direction } from '#domain/applications/review/list.ts'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { sentMoment } from '#domain/time/sent-moment.ts'
import { packPosition, unpackPosition } from '#server/lists/packed-position.ts'

/** Where a page of a list ended: the sort key of its last row, and the row's id, which decides between equal keys. */
export interface ListPosition {
  key: readonly (string | number | null)[]
  id: string
}

/** What the sort key of each order is made of. */
const keys = {
  createdAt: z.tuple([sentMoment]),
  fullName: z.tuple([lineOfText(1000).nullable()]),
  status: z.tuple([z.number().int().min(0).max(99), sentMoment]),
  submittedAt: z.tuple([sentMoment.nullable()]),
  onboardedAt: z.tuple([sentMoment.nullable()]),
  netWorth: z.tuple([
    z
      .string()
      .regex(/^-?\d{1,14}\.\d{2}$/u)
      .nullable(),
  ]),
} as const satisfies Record<ApplicationSort, z.ZodType<ListPosition['key']>>

/** Packs a position, with the order that it is a position of, so that nobody takes it for one of another. */
export function writeCursor(sort: ApplicationSort, direction: Direction, { key, id }: ListPosition): string {
  return packPosition([sort, direction, key, id])
}

/**
 * Unpacks a position.
 *
 * @throws Refusal invalid where it is none, or one of another order
 */
export function readCursor(cursor: string, sort: ApplicationSort, direction: Direction): ListPosition {
  const schema = z.tuple([z.literal(sort), z.literal(direction), keys[sort], z.uuid()])
  const [, , key, id] = unpackPosition<[string, string, ListPosition['key'], string]>(
    cursor,
    schema,
    'a list in this order',
  )
  return { key, id }
}
