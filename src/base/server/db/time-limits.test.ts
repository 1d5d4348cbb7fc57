import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { openShakyWay, type ShakyWay } from '#test/support/shaky-way.ts'
import { openDatabase, type DatabaseConnection } from './database.ts'
import { isConnectionError } from './is-connection-error.ts'
import { startEmbeddedPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { timeLimits } from './time-limits.ts'

/** Tolerance for a busy machine. */
const SLACK_MS = 4000

/** Whether work fails like an unavailable database, and how soon. */
async function fate(work: Promise<unknown>): Promise<{ isAway: boolean; afterMs: number }> {
  const began = performance.now()
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return { isAway: isConnectionError(error), afterMs: performance.now() - began }
}

describe('a database whose other end vanished', () => {
  let testDatabase: TestDatabase
  let way: ShakyWay
  let database: DatabaseConnection

  beforeEach(async () => {
    testDatabase = await createTestDatabase()
    way = await openShakyWay(testDatabase.url)
    database = openDatabase(way.url, () => undefined)
  })
  afterEach(async () => {
    await database.close()
    await way.close()
    await testDatabase.drop()
  })

  test('delays no one longer than the limits, and blocks no pool slot', async () => {
    const { pool, unsynced } = database
    const { promise: isSilent, resolve: fallSilent } = Promise.withResolvers<void>()
    const inTransaction = fate(
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        await isSilent
        await tx.execute(sql`select 2`)
      }),
    )
    await pool.query('select 1')
    await unsynced.query('select 1')
    way.become('silent')
    fallSilent()
    const limits = timeLimits
    const fates = await Promise.all([
      inTransaction,
      fate(pool.query('select 1')),
      // Idle connections are used up: this one needs a new connection.
      fate(pool.query('select 1')),
      fate(unsynced.query('select 1')),
    ])
    expect(fates.map(({ isAway }) => isAway)).toEqual([true, true, true, true])
    const { requests } = limits
    const latest = [requests.silenceMs, requests.silenceMs, requests.connectMs, limits.unsynced.silenceMs]
    for (const [index, { afterMs }] of fates.entries()) {
      expect(afterMs).toBeLessThan((latest[index] ?? 0) + SLACK_MS)
    }
    expect(pool.totalCount - pool.idleCount).toBe(0)
    way.become('open')
    expect((await pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
    expect((await unsynced.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  test('holds no lock longer than a request waits, and ends idle transactions', async () => {
    const settings = await database.pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in
         ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    const { requests } = timeLimits
    expect(settings.rows.map(({ setting }) => Number(setting))).toEqual([
      requests.idleInTransactionMs,
      requests.lockMs,
      requests.statementMs,
    ])
    const { pool } = database
    await pool.query('create table held (n integer)')
    const holder = await pool.connect()
    await holder.query('begin; lock table held')
    const { isAway, afterMs } = await fate(pool.query('insert into held values (1)'))
    await holder.query('rollback')
    holder.release()
    expect(isAway).toBe(true)
    expect(afterMs).toBeLessThan(requests.lockMs + SLACK_MS)
  })
})

test('a commit that waits for a lost standby is given up, and not reported as stored', async () => {
  const dataDir = makeFolder('onboarding-standby-')
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const database = openDatabase(postgres.ownerUrl, () => undefined)
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  try {
    await owner.connect()
    await owner.query('set synchronous_commit = local')
    await owner.query('create table kept (n integer)')
    await owner.query("alter system set synchronous_standby_names = 'gone'")
    await owner.query('select pg_reload_conf()')
    const standbys = async () =>
      (await database.pool.query<{ names: string }>('show synchronous_standby_names')).rows
    await expect.poll(standbys).toEqual([{ synchronous_standby_names: 'gone' }])
    // Commits wait once the checkpointer has read it too, which it does before the next checkpoint.
    await owner.query('checkpoint')

    const { isAway, afterMs } = await fate(
      database.db.transaction((tx) => tx.execute(sql`insert into kept values (1)`)),
    )
    expect(isAway).toBe(true)
    expect(afterMs).toBeLessThan(timeLimits.requests.silenceMs + SLACK_MS)
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0)
    expect((await database.pool.query('select from kept')).rowCount).toBe(0)

    await owner.query('alter system reset synchronous_standby_names')
    await owner.query('select pg_reload_conf()')
    // An abandoned commit was not rolled back: only a rejected one surely was.
    await expect.poll(async () => (await database.pool.query('select from kept')).rowCount).toBe(1)
  } finally {
    await owner.end()
    await database.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)

test('a request that waits for silence, or for a slot and then a connection, ends within ten seconds', () => {
  const { connectMs, silenceMs, statementMs, lockMs, idleInTransactionMs } = timeLimits.requests
  const promisedMs = 10_000
  const workBeforeMs = 2000
  expect(2 * connectMs).toBeLessThanOrEqual(promisedMs)
  expect(workBeforeMs + silenceMs).toBeLessThan(promisedMs)
  // Reported by the database, before our own timeout.
  expect(Math.max(statementMs, lockMs, idleInTransactionMs)).toBeLessThan(silenceMs)
})
