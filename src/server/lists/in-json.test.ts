import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseConnection } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { inJson, objectWriter, type JsonRow } from './in-json.ts'

let testDatabase: TestDatabase
let database: DatabaseConnection

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true })
  database = openDatabase(testDatabase.url, () => undefined)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

/** What is written of values of a type, and what PostgreSQL itself writes of them. */
async function written(type: string, values: readonly unknown[]): Promise<{ here: JsonRow; there: JsonRow }> {
  const text = `select value::${type}, to_json(value::${type})::text from unnest($1::text[]) value`
  const { rows } = await database.pool.query<JsonRow>(inJson({ text, values: [values] }))
  const parsed = rows.map(([, there = null]) => (there === null ? null : (JSON.parse(there) as string)))
  return { here: rows.map(([here = null]) => here), there: parsed }
}

/** Half of a pair alone is no text that PostgreSQL can hold, and neither is the character 0. */
const text = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((drawn) => drawn.replaceAll('\u0000', '').toWellFormed())
const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCodePoint(code)).slice(1)
const awkward = [
  '',
  'null',
  '"',
  '\\',
  '\\"',
  "O'Hara",
  '</script>',
  '\u007f',
  '\u0085',
  '\u2028\u2029',
  '李 😀',
  ...controls,
]

test('text is written as JavaScript and as PostgreSQL would write it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (drawn) => {
      const texts = [...awkward, ...drawn]
      const { here, there } = await written('text', texts)
      expect(here).toEqual(texts.map((one) => JSON.stringify(one)))
      expect(here).toEqual(there)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['boolean', ['true', 'false', null]],
  ['smallint', ['-32768', '0', '32767', null]],
  ['integer', ['-2147483648', '7']],
  ['bigint', ['-9223372036854775808', '9007199254740993']],
  ['numeric', ['0', '-0.5', '1234567890123456789.10', 'NaN', 'Infinity', '-Infinity', null]],
  ['uuid', ['0198c0de-0000-7000-8000-00000000ABCD', null]],
  ['date', ['2026-02-28', '0987-12-31', '12026-01-01', null]],
  ['json', ['{"a" : [1,\n"two"]}', '"x"', 'null', null]],
  ['jsonb', ['{"b":1,"a":null}', '"x\\u0001"', 'null', null]],
])('%s is written as PostgreSQL would write it', async (type, values) => {
  const { here, there } = await written(type, values)
  expect(here).toHaveLength(values.length)
  expect(here).toEqual(there)
})

const moments = [
  new Date('2026-01-05T08:00:00.000Z'),
  new Date('2026-01-05T08:00:00.007Z'),
  new Date('2026-01-05T08:00:00.070Z'),
  new Date('2026-01-05T08:00:00.700Z'),
  new Date('0099-12-31T23:59:59.999Z'),
]

test.each(['UTC', 'Africa/Johannesburg', 'Asia/Kathmandu', 'America/St_Johns'])(
  'a moment is written in UTC, to the millisecond, in a session in %s',
  async (zone) => {
    const drawn = fc.sample(
      fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      200,
    )
    const all = zone === 'UTC' ? [...moments, ...drawn] : [...moments.slice(0, 4), ...drawn]
    const client = await database.pool.connect()
    try {
      await client.query(`set timezone = '${zone}'`)
      const { rows } = await client.query<JsonRow>(
        inJson({
          text: 'select moment from unnest($1::timestamptz[]) moment',
          values: [all.map((moment) => moment.toISOString())],
        }),
      )
      expect(rows.map(([moment]) => moment)).toEqual(all.map((moment) => JSON.stringify(moment)))
    } finally {
      client.release(true)
    }
  },
)

test('a type that nobody wrote JSON of before fails the statement, and not the process', async () => {
  await expect(database.pool.query(inJson({ text: "select '1 day'::interval" }))).rejects.toThrow(
    'No list knows how to write type 1186',
  )
  expect((await database.pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('an object has the fields that are named, in their order, whatever follows them in the row', () => {
  const write = objectWriter(['id', 'a "name"', 'none'])
  expect(write(['1', '"x"', null, '"more"'])).toBe('{"id":1,"a \\"name\\"":"x","none":null}')
})
