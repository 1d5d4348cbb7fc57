import pg from 'pg'

/** Values as they stand in JSON; null where a column holds none. */
export type JsonRow = (string | null)[]

type Write = (text: string) => string

const asItIs: Write = (text) => text
const quoted: Write = (text) => `"${text}"`
/** NaN and infinities are no numbers of JSON's. */
const number: Write = (text) => (/\d$/u.test(text) ? text : quoted(text))
/** What JSON writes in another way; halves of pairs never come alone from PostgreSQL. */
const SPECIAL = /["\\\p{Cc}]/u
/** A fifth of what `JSON.stringify` takes by itself, for nearly every text. */
const string: Write = (text) => (SPECIAL.test(text) ? JSON.stringify(text) : quoted(text))
const truth: Write = (text) => (text === 't' ? 'true' : 'false')

/** `2026-01-05 08:00:00.07+00`, as a session in UTC has it. */
const MOMENT_IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/u

/** ISO 8601 in UTC to the millisecond, whatever the session's time zone. */
const moment: Write = (text) => {
  if (!MOMENT_IN_UTC.test(text)) return quoted(new Date(text).toISOString())
  return `"${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z"`
}

const { builtins } = pg.types

/** How a value stands in JSON that PostgreSQL has sent as text, by its type: byte for byte as its own `to_json` has it. */
const writers = new Map<number, Write>([
  [builtins.BOOL, truth],
  [builtins.INT2, asItIs],
  [builtins.INT4, asItIs],
  [builtins.INT8, asItIs],
  [builtins.NUMERIC, number],
  [builtins.JSON, asItIs],
  [builtins.JSONB, asItIs],
  [builtins.UUID, quoted],
  [builtins.DATE, quoted],
  [builtins.TIMESTAMPTZ, moment],
  [builtins.TEXT, string],
])

function refuse(type: number): Write {
  return () => {
    throw new Error(`No list knows how to write type ${type} of PostgreSQL in JSON.`)
  }
}

/**
 * Has the rows of a statement come as arrays of what stands in JSON: nothing is made of a value but that. It costs the database
 * half of what JSON costs that it writes itself (docs/decisions/0111).
 */
export function inJson(statement: pg.QueryConfig): pg.QueryArrayConfig {
  const getTypeParser = (type: number) => writers.get(type) ?? refuse(type)
  return { ...statement, rowMode: 'array', types: { getTypeParser } }
}

/**
 * Makes what writes rows as objects of JSON.
 *
 * @param names of the fields that a row begins with
 */
export function objectWriter(names: readonly string[]): (row: JsonRow) => string {
  const openings = names.map((name, place) => `${place === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  return (row) => {
    let written = ''
    openings.forEach((opening, place) => {
      written += opening + (row[place] ?? 'null')
    })
    return `${written}}`
  }
}
