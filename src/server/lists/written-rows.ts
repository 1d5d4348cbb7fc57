import type { Position } from './keyset.ts'
import { Transcript, type JsonForm, type WrittenValue } from './transcript.ts'

/** A value of each row: SQL over the row, and how it stands in JSON. Moments are UTC's, and say no zone. */
export interface RowValue {
  readonly sql: string
  readonly form: JsonForm
}

/** What is read of each row: an object, and its place in the list. */
export interface RowShape {
  /** All of it as one column, in PostgreSQL's notation of rows. */
  sql: string
  object: readonly WrittenValue[]
  place: readonly WrittenValue[]
}

/** Rows as JSON. */
export interface WrittenRows {
  /** How many were found: one more than are shown where the list goes on. */
  found: number
  /** Those that are shown. */
  json: Buffer
  /** The place of the last one that is shown; null where none is. */
  last: Position | null
}

const ARRAY = Buffer.from('[')
const NEXT = Buffer.from(',')
const END_OF_OBJECT = Buffer.from('}')
const END_OF_ARRAY = Buffer.from(']')

/** Says what is read of each row. */
export function rowShape(fields: Readonly<Record<string, RowValue>>, place: readonly RowValue[]): RowShape {
  const values = [...Object.values(fields), ...place]
  const before = (sign: string, name = '') => Buffer.from(sign + name)
  return {
    sql: `row(${values.map(({ sql }) => sql).join(', ')})::text`,
    object: Object.entries(fields).map(([name, { form }], nth) => ({
      before: before(nth === 0 ? '{' : ',', `${JSON.stringify(name)}:`),
      form,
    })),
    place: place.map(({ form }, nth) => ({ before: before(nth === 0 ? '[' : ','), form })),
  }
}

/**
 * Writes rows as JSON.
 *
 * @param text the rows one after another, in PostgreSQL's notation
 * @param limit how many are shown; of what follows nothing is read
 */
export function writeRows({ object, place }: RowShape, text: string, limit: number): WrittenRows {
  const transcript = new Transcript(text, [...object, ...place], limit)
  let shown = 0
  let [placeAt, placeEnd] = [0, 0]
  transcript.put(ARRAY)
  for (; shown < limit && transcript.goesOn(); shown += 1) {
    if (shown > 0) transcript.put(NEXT)
    transcript.enterRow()
    transcript.take(object)
    transcript.put(END_OF_OBJECT)
    // A place stands behind its row until the next row is written over it.
    placeAt = transcript.end
    transcript.take(place)
    placeEnd = transcript.end
    transcript.end = placeAt
  }
  const last = placeEnd === placeAt ? null : positionIn(`${transcript.text(placeAt, placeEnd)}]`)
  transcript.put(END_OF_ARRAY)
  return {
    found: transcript.goesOn() ? shown + 1 : shown,
    json: transcript.copy(),
    last,
  }
}

function positionIn(json: string): Position {
  // What columns of an order can hold, the one that tells rows apart before the others (`placeIn`).
  const [id, ...key] = JSON.parse(json) as [Position['id'], ...Position['key']]
  return { key, id }
}
