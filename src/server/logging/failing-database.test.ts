import { connect } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobDefinitions } from '#server/jobs/definitions.ts'
import { operations } from '#test/crash/operations.ts'
import { startFaultyServer, type FaultyServer } from '#test/support/faults/server.ts'
import { heardLog } from '#test/support/heard-log.ts'
import { foundIn, needlesOf } from '#test/support/needles.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'

const LIMIT_MS = 300_000
/** An operation is tried with a fault at each of its first calls. */
const CALLS = 4
/** What the operations type, besides what the database holds of them. */
const TYPED = ['four quiet herons wading', 'five loud herons resting', 'Sipho Dube', 'Makhanda', 'Beekeeper']

const { log, heard } = heardLog()
let database: TestDatabase
let server: FaultyServer
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startFaultyServer({ database, log })
})
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

/** What the database holds of people: each is something that no line of the log may say. */
async function valuesOfPeople(): Promise<string[]> {
  const rows = await asOwner<{ value: string | null }>(`
    select username as value from users union select full_name from users union select password_hash from users
    union select password_hash from temporary_passwords
    union select recipient from mail_outbox union select subject from mail_outbox union select text_body from mail_outbox
    union select name from documents union select object_key from documents
    union select answers::text from applications`)
  return rows.flatMap(({ value }) => (value === null || value.length < 5 ? [] : [value]))
}

async function expectNoneSaid(): Promise<void> {
  const needles = [...TYPED, ...(await valuesOfPeople())].flatMap((text) => needlesOf(text, text))
  expect(needles.length).toBeGreaterThan(100)
  expect(foundIn(Buffer.from(heard()), needles)).toEqual([])
}

let visitors = 0
const visit = () => {
  visitors += 1
  return server.visit(`10.1.${visitors >> 8}.${visitors & 255}`)
}

test(
  'a database that breaks off at any call brings no value of anybody into the log',
  async () => {
    for (const operation of Object.values(operations)) {
      for (let at = 1; at <= CALLS; at += 1) {
        const { act } = await operation(server.unharmed, visit)
        server.injector.arm({ at, effect: 'without effect', extent: 'hiccup' })
        await act()
        if (!server.injector.disarm()) break
        const { pool } = server.context.database
        await vi.waitFor(() => expect(pool.totalCount - pool.idleCount + pool.waitingCount).toBe(0), 20_000)
      }
    }
    for (const { run } of jobDefinitions) {
      server.injector.arm({ at: 1, effect: 'without effect', extent: 'hiccup' })
      await run(server.context).catch((error: unknown) => log.error({ err: error }, 'a job failed'))
      server.injector.disarm()
    }
    expect(heard()).toContain('Failed query')
    await expectNoneSaid()
  },
  LIMIT_MS,
)

test(
  'a database that refuses every row, and says which, brings no value of anybody into the log',
  async () => {
    const trials = []
    for (const operation of Object.values(operations)) trials.push(await operation(server.unharmed, visit))
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
    await expectNoneSaid()
  },
  LIMIT_MS,
)

test('what cannot be read as HTTP is not written down either', async () => {
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
