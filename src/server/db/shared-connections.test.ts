import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { openSharedConnections, type SharedConnections } from './shared-connections.ts'

let database: TestDatabase
let shared: SharedConnections

beforeAll(async () => {
  database = await createTestDatabase()
  shared = openSharedConnections(1, { connectionString: database.url, query_timeout: 5_000 })
})
afterAll(async () => {
  await shared.close()
  await database.drop()
})

const ask = (text: string, values: unknown[] = [], among = shared) =>
  among.use(async (client) => (await client.query<{ answer: number }>({ text, values })).rows[0]?.answer)

test('statements at the same moment get their own answers, and one that fails leaves the others alone', async () => {
  const answers = await Promise.allSettled(
    [1, 2, 0, 4].map((divisor) => ask('select 8 / $1::int as answer', [divisor])),
  )
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
    8,
    4,
    'failed',
    2,
  ])
})

test('those who come at the same moment share one connection, and those after them take the next', async () => {
  const fresh = openSharedConnections(2, { connectionString: database.url })
  const pid = () => ask('select pg_backend_pid() as answer', [], fresh)
  const [one, other] = await Promise.all([pid(), pid()])
  expect(one).toBe(other)
  expect(await pid()).not.toBe(one)
  await fresh.close()
})

test('a connection that breaks fails what it was asked, and is replaced', async () => {
  const before = await ask('select pg_backend_pid() as answer')
  await expect(ask('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
  expect(await ask('select pg_backend_pid() as answer')).not.toBe(before)
})

test('a connection that answers nothing is given up', async () => {
  const impatient = openSharedConnections(1, { connectionString: database.url, query_timeout: 200 })
  await expect(ask('select pg_sleep(30)', [], impatient)).rejects.toThrow('timeout')
  expect(await ask('select 1 as answer', [], impatient)).toBe(1)
  await impatient.close()
})

test('one that cannot be opened is tried again next time', async () => {
  const away = openSharedConnections(1, { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' })
  await expect(ask('select 1', [], away)).rejects.toThrow()
  await expect(ask('select 1', [], away)).rejects.toThrow()
  await away.close()
})
