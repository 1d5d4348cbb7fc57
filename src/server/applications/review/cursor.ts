import { z } from 'zod'
import { directions, type ApplicationSort, type Direction } from '#domain/applications/review/list.ts'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { Refusal } from '#server/refusal.ts'

/** Where a page of a list ended: the sort key of its last row, and the row's id, which decides between equal keys. */
export interface ListPosition {
  key: readonly (string | number | null)[]
  id: string
}

const moment = z.iso.datetime()

/** What the sort key of each order is made of. */
const keys = {
  createdAt: z.tuple([moment]),
  fullName: z.tuple([lineOfText(1000).nullable()]),
  status: z.tuple([z.number().int().min(0).max(99), moment]),
  submittedAt: z.tuple([moment.nullable()]),
  onboardedAt: z.tuple([moment.nullable()]),
  netWorth: z.tuple([
    z
      .string()
      .regex(/^-?\d{1,14}\.\d{2}$/u)
      .nullable(),
  ]),
} as const satisfies Record<ApplicationSort, z.ZodType<ListPosition['key']>>

/** Packs a position, with the order that it is a position of, so that nobody takes it for one of another. */
export function writeCursor(sort: ApplicationSort, direction: Direction, { key, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([sort, direction, key, id])).toString('base64url')
}

/**
 * Unpacks a position.
 *
 * @throws Refusal invalid where it is none, or one of another order
 */
export function readCursor(cursor: string, sort: ApplicationSort, direction: Direction): ListPosition {
  const schema = z.tuple([z.literal(sort), z.enum(directions), keys[sort], z.uuid()])
  const read = schema.safeParse(parsedJson(Buffer.from(cursor, 'base64url').toString()))
  if (!read.success || read.data[1] !== direction) throw notACursor()
  const [, , key, id] = read.data
  return { key, id }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function notACursor(): Refusal {
  const message = 'This does not continue a list in this order. Please begin at the first page.'
  return new Refusal('invalid', message, { errors: [{ path: 'cursor', message }] })
}
