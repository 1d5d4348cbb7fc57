import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { purposes } from '#base/server/db/database.ts'
import { startEmbeddedPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#base/server/db/migrate.ts'
import { selectableKeyring } from '#base/server/encryption/selectable-keyring.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { startHeartbeat } from './heartbeat.ts'
import { openDatabaseClock } from './database-clock.ts'

const dataDir = makeFolder('onboarding-standby-')
let server: TestServer
let stopHeartbeat: () => Promise<void>

/** A separate PostgreSQL: the settings affect all of its databases. */
beforeAll(async () => {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  await migrate(postgres.ownerUrl, postgres.url)
  const database = { url: postgres.ownerUrl, applicationUrl: postgres.url, drop: postgres.stop }
  server = await startTestServer({ database })
  const { context } = server
  const keyring = selectableKeyring(context.keyring)
  const clock = await openDatabaseClock(context.database)
  ;({ stop: stopHeartbeat } = await startHeartbeat({
    context,
    keyring,
    clock,
    databases: [context.database],
  }))
}, 120_000)
afterAll(async () => {
  await stopHeartbeat()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const waiting = async () => {
  const { rows } = await server.context.database.pool.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'",
  )
  return rows[0]?.count
}

test('while the standbys are gone, saving is rejected at once with a message, reading works, and no connection is used up', async () => {
  const { username } = await makeClient(server.context)
  const session = await server.as(username)
  const save = (city: string) => session.put('/api/application', { city })
  expect((await save('Makhanda')).status).toBe(200)

  await server.asOwner(
    'set synchronous_commit = local',
    "alter system set synchronous_standby_names = 'gone'",
  )
  await server.asOwner('select pg_reload_conf()')
  await expect
    .poll(async () => Promise.all([save('Gqeberha'), waiting()]), { timeout: 30_000 })
    .toMatchObject([{ status: 503 }, 1])

  const began = performance.now()
  for (let round = 0; round < 30; round += 1) {
    const { status, headers, body } = await save('Komani')
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '5',
      expect.objectContaining({ detail: expect.stringContaining('We can’t save changes safely') as string }),
    ])
    expect((await session.get('/api/application')).status).toBe(200)
  }
  expect(performance.now() - began).toBeLessThan(purposes.requests.limits.silenceMs)
  expect(await waiting()).toBeLessThanOrEqual(2)
  expect((await session.get('/readyz')).status).toBe(200)

  await server.asOwner('set synchronous_commit = local', 'alter system reset synchronous_standby_names')
  await server.asOwner('select pg_reload_conf()')
  await expect.poll(async () => (await save('Komani')).status, { timeout: 10_000 }).toBe(200)
  expect(await waiting()).toBe(0)
}, 90_000)
