import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { rowShape, writeRows, type RowValue } from './written-rows.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  // Whatever a database is set to: moments are UTC's.
  client = new pg.Client({ connectionString: database.url, options: '-c TimeZone=Asia/Kathmandu' })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const fields: Record<string, RowValue> = {
  name: { sql: 'name', form: 'text' },
  'the "note"': { sql: 'note', form: 'text' },
  at: { sql: "listed.at at time zone 'UTC'", form: 'moment' },
  amount: { sql: 'amount', form: 'bare' },
  written: { sql: 'amount', form: 'text' },
  isSo: { sql: 'is_so::text', form: 'bare' },
  details: { sql: 'details', form: 'bare' },
}
const place: RowValue[] = [
  { sql: 'nth', form: 'bare' },
  { sql: 'name', form: 'text' },
  { sql: "listed.at at time zone 'UTC'", form: 'moment' },
]
const shape = rowShape(fields, place)

/** The same rows as PostgreSQL itself has them in JSON. */
const JSON_OF_POSTGRESQL = `'[' || coalesce(string_agg(to_json(shown)::text, ',' order by nth), '') || ']'
  from listed, lateral (select name, note as "the ""note""",
    to_char(listed.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    amount, amount::text as written, is_so as "isSo", details) shown`

interface Row {
  name: string | null
  note: string | null
  at: string | null
  amount: string | null
  is_so: boolean | null
  details: unknown
}

async function read(rows: readonly Row[]): Promise<{ rows: string; json: string }> {
  const numbered = rows.map((row, nth) => ({ nth, ...row }))
  const { rows: answers } = await client.query<{ rows: string; json: string }>(
    `with listed as (select * from json_to_recordset($1::json) as listed
       (nth int, name text, note text, at timestamptz(3), amount numeric(16, 2), is_so boolean, details jsonb))
     select (select string_agg(${shape.sql}, '' order by nth) from listed) as rows, (select ${JSON_OF_POSTGRESQL}) as json`,
    [JSON.stringify(numbered)],
  )
  const [answer] = answers
  if (answer === undefined) throw new Error('PostgreSQL answered nothing.')
  return answer
}

/** Signs that JSON, or PostgreSQL's notation of rows, has a meaning for, and letters of one byte to four. */
const signs = [...'"\\,()[]{} \n\t\r\b\f\v\u0001\u001B\u001F\u007F\u0085\u00A0/aé’李😀']
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }) },
  fc.string({ unit: 'binary', maxLength: 6 }).map((some) => some.replaceAll('\0', '')),
  fc.constantFrom('', 'null', 'NULL', '""', '\\', String.raw`\"`, ')(', '(,)', "O'Hara", 'O’Hara'),
)
const moment = fc
  .date({
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())
const amount = fc.bigInt(-(10n ** 15n), 10n ** 15n).map(
  (cents) =>
    `${cents / 100n}.${String(cents % 100n)
      .replace('-', '')
      .padStart(2, '0')}`,
)
const row: fc.Arbitrary<Row> = fc.record({
  name: fc.option(text),
  note: fc.option(text),
  at: fc.option(moment),
  amount: fc.option(amount),
  is_so: fc.option(fc.boolean()),
  details: fc.option(
    fc.oneof(text, fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text)))),
  ),
})

test('whatever rows hold, they are written byte for byte as PostgreSQL writes JSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      const answer = await read(rows)
      expect(writeRows(shape, answer.rows ?? '', 8).json.toString()).toBe(answer.json)
    }),
    { numRuns: 300 },
  )
})

const rowOf = (name: string | null): Row => ({
  name,
  note: null,
  at: null,
  amount: null,
  is_so: null,
  details: null,
})

describe('of more rows than are shown', () => {
  test.each([
    { limit: 1, found: 2, names: ['one'], last: 'one' },
    { limit: 2, found: 3, names: ['one', 't,w"o'], last: 't,w"o' },
    { limit: 3, found: 3, names: ['one', 't,w"o', null], last: null },
    { limit: 50, found: 3, names: ['one', 't,w"o', null], last: null },
  ])(
    '$limit are written, and the place of the last of these is told',
    async ({ limit, found, names, last }) => {
      const { rows } = await read(['one', 't,w"o', null].map(rowOf))
      const written = writeRows(shape, rows, limit)
      const shown = JSON.parse(written.json.toString()) as { name: string | null }[]
      expect({ ...written, json: shown.map(({ name }) => name) }).toEqual({
        found,
        json: names,
        last: { id: names.length - 1, key: [last, null] },
      })
    },
  )

  test('there may be none', () => {
    expect(writeRows(shape, '', 50)).toEqual({ found: 0, json: Buffer.from('[]'), last: null })
  })
})

test('what was written stays as it is when other rows are', async () => {
  const one = await read([rowOf('one')])
  const first = writeRows(shape, one.rows, 50).json
  writeRows(shape, (await read([rowOf('another'), rowOf('and one more')])).rows, 50)
  expect(first.toString()).toBe(one.json)
})

test('a page may be of any length', async () => {
  const many = Array.from({ length: 3000 }, (_, nth) => rowOf(`${nth} \u0001 ${'é'.repeat(nth % 200)}`))
  const answer = await read(many)
  expect(writeRows(shape, answer.rows, 3000).json.toString()).toBe(answer.json)
})

test('moments between milliseconds are told as PostgreSQL tells them', () => {
  const written = writeRows(
    rowShape({ at: { sql: '', form: 'moment' } }, []),
    '("2026-01-05 08:00:00.123987")("2026-01-05 08:00:00")("2026-01-05 08:00:00.5")()("12026-01-05 08:00:00.07")',
    9,
  )
  expect((JSON.parse(written.json.toString()) as { at: string }[]).map(({ at }) => at)).toEqual([
    '2026-01-05T08:00:00.123Z',
    '2026-01-05T08:00:00.000Z',
    '2026-01-05T08:00:00.500Z',
    null,
    '12026-01-05T08:00:00.070Z',
  ])
})
