import { connect } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobDefinitions } from '#app/server/jobs/definitions.ts'
import type { Trial } from '#test/crash/operation.ts'
import { operations } from '#test/crash/operations.ts'
import { startFaultyServer, type FaultyServer } from '#test/support/faults/server.ts'
import { heardLog } from '#test/support/heard-log.ts'
import { foundIn, needlesOf } from '#test/support/needles.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { expectNoPersonalData } from '#test/support/personal-data.ts'

const LIMIT_MS = 300_000

const { log, heard } = heardLog()
let database: TestDatabase
let server: FaultyServer
/** All operations, ready to run with existing users. */
const trials: Trial[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startFaultyServer({ database, log })
  for (const operation of Object.values(operations)) trials.push(await operation(server.unharmed, visit))
}, LIMIT_MS)
afterAll(() => server.close())

async function asOwner<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

const expectNoneLogged = () => expectNoPersonalData(server.unharmed.context.database.pool, heard())

let visitors = 0
const visit = () => {
  visitors += 1
  return server.visit(`10.1.${visitors >> 8}.${visitors & 255}`)
}

// Operations that fail at any of their calls: test/crash/injection.ts.
test(
  'a database failure at the first call of a job logs no personal data',
  async () => {
    for (const { run } of jobDefinitions) {
      server.injector.arm({ at: 1, effect: 'without effect', extent: 'hiccup' })
      await run(server.context).catch((error: unknown) => log.error({ err: error }, 'a job failed'))
      server.injector.disarm()
    }
    expect(heard()).toContain('Failed query')
    await expectNoneLogged()
  },
  LIMIT_MS,
)

test(
  'a database that rejects every row, with its values, logs no personal data',
  async () => {
    const tables = await asOwner<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    for (const { name } of tables) {
      await asOwner(`alter table ${name} add constraint refuses_all check (false) not valid`)
    }
    const before = heard().length
    for (const { act } of trials) await act()
    expect(heard().slice(before)).toContain('refuses_all')
    for (const { name } of tables) await asOwner(`alter table ${name} drop constraint refuses_all`)
    await expectNoneLogged()
  },
  LIMIT_MS,
)

test('malformed HTTP is not logged either', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.end('POST /api/login HTTP/1.1\r\nHost: x\r\nContent Length: 8903125012089 Thandi Mokoena\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
  expect(heard()).toContain('client error')
  const needles = ['8903125012089', 'Thandi Mokoena'].flatMap((text) => needlesOf(text, text))
  const asArray = { what: 'as an array', bytes: Buffer.from([...Buffer.from('Thandi')].join(',')) }
  expect(foundIn(Buffer.from(heard()), [...needles, asArray])).toEqual([])
  expect(heard()).not.toContain('rawPacket')
})
