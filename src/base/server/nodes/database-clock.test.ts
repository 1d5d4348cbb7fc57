import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { environmentOf } from '#test/support/command.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import type { SystemState } from '#features/operations/api/system.ts'
import { createDatabaseClock } from './database-clock.ts'

const HOUR_MS = 3_600_000

test('extrapolates between two readings, and follows one that contradicts it', () => {
  const at = performance.now()
  const clock = createDatabaseClock({ time: new Date(5000 * HOUR_MS), askedAt: at, answeredAt: at })
  const passed = () => clock.now().getTime() - 5000 * HOUR_MS - (performance.now() - at)
  expect(Math.abs(passed())).toBeLessThan(2)
  // A slow answer may have been read at any time in between: it contradicts nothing.
  clock.correct({ time: new Date(5000 * HOUR_MS + 300), askedAt: at, answeredAt: at + 1000 })
  expect(Math.abs(passed())).toBeLessThan(2)
  clock.correct({ time: new Date(5000 * HOUR_MS + 300), askedAt: at, answeredAt: at })
  expect(Math.abs(passed() - 300)).toBeLessThan(2)
})

describe.each([
  ['ahead', 2 * HOUR_MS],
  ['behind', -2 * HOUR_MS],
])('a server whose clock is two hours %s', (_, aheadMs) => {
  let shared: TestServer
  let wrong: ServerProcess
  let startWrong: () => Promise<ServerProcess>
  beforeAll(async () => {
    const database = await createTestDatabase()
    shared = await startTestServer({ database })
    const environment = {
      ...environmentOf(shared.context.settings),
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: shared.context.settings.dataDir,
      PORT: '0',
      DEMO: '0',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      MACHINE_AHEAD_MS: String(aheadMs),
    }
    startWrong = () => startServerProcess(environment, undefined, 'test/support/wrong-clock-server.ts')
    wrong = await startWrong()
  })
  afterAll(async () => {
    await endProcess(wrong.process, 'SIGKILL')
    await shared.close()
  })

  const atWrong = ({ cookies }: HttpSession) => {
    const session = openHttpSession(wrong.url, { 'x-forwarded-for': '192.0.2.1' })
    for (const [name, value] of cookies) session.cookies.set(name, value)
    return session
  }

  test('ends no session, here or elsewhere, and reports the difference', async () => {
    const { context } = shared
    const admin = await makeUser(context, { role: 'system_administrator' })
    const here = await shared.as(admin.username)
    const there = atWrong(here)
    expect((await there.get('/api/user')).status).toBe(200)
    // Last seen a while ago: the next request updates it.
    await context.database.pool.query(
      "update sessions set last_seen_at = last_seen_at - interval '10 minutes'",
    )
    expect((await there.get('/api/user')).status).toBe(200)
    expect((await here.get('/api/user')).status).toBe(200)
    const { rows } = await context.database.pool.query<{ seconds: number }>(
      'select extract(epoch from clock_timestamp() - last_seen_at)::float as seconds from sessions',
    )
    expect(Math.abs(rows[0]?.seconds ?? Infinity)).toBeLessThan(30)
    const { checks } = (await there.get('/api/system-admin/system')).body as SystemState
    expect(checks.find(({ name }) => name === 'clock')).toMatchObject({
      health: 'failing',
      summary: expect.stringMatching(
        new RegExp(`^(?:7200|7199|7201) s ${aheadMs > 0 ? 'ahead of' : 'behind'} the`, 'u'),
      ) as string,
    })
    expect((await there.get('/readyz')).status).toBe(200)
  }, 60_000)

  test('sends no mail that another server is sending, and sends due mails once, at the right time', async () => {
    const { context } = shared
    const { pool } = context.database
    const queue = (recipient: string, dueInMs = 0) =>
      inTransaction({ ...systemContext(context), now: new Date(Date.now() + dueInMs) }, (work) =>
        queueMail(work, {
          template: 'password-changed',
          recipient,
          data: { fullName: null, at: new Date() },
        }),
      )
    // A mail being sent by a server is due again in five minutes.
    await queue('claimed@test.example', 5 * 60_000)
    await queue('due@test.example')
    const sent = async () => {
      const { rows } = await pool.query<{ recipient: string; seconds: number }>(
        `select recipient, extract(epoch from clock_timestamp() - sent_at)::float as seconds
           from mail_outbox where sent_at is not null`,
      )
      return rows
    }
    await expect
      .poll(async () => (await sent()).map(({ recipient }) => recipient), { timeout: 15_000 })
      .toContain('due@test.example')
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const rows = await sent()
    expect(rows.map(({ recipient }) => recipient)).toEqual(['due@test.example'])
    expect(Math.abs(rows[0]?.seconds ?? Infinity)).toBeLessThan(30)
  }, 60_000)

  test('counts wrong passwords as the others do, and deletes no file too early', async () => {
    const { context } = shared
    const { pool } = context.database
    const { id } = await makeClient(context)
    const attempt = { username: 'nobody@test.example', password: 'four quiet herons wading' }
    expect((await shared.visit('192.0.2.9').post('/api/login', attempt)).status).toBe(401)
    const there = openHttpSession(wrong.url, { 'x-forwarded-for': '192.0.2.9' })
    expect((await there.post('/api/login', attempt)).status).toBe(401)
    const { rows: counters } = await pool.query<{ points: number; seconds: number }>(
      `select points, expire / 1000.0 - extract(epoch from clock_timestamp())::float as seconds
         from rate_limits where key like '%192.0.2.9%' or points > 1`,
    )
    expect(counters.some(({ points }) => points === 2)).toBe(true)
    for (const { seconds } of counters) expect(seconds).toBeLessThan(HOUR_MS / 1000 + 60)

    await pool.query(
      `insert into uploads (id, user_id, object_key, created_at, expires_at) values
         ($1::uuid, $2::uuid, 'uploads/' || $1::text, clock_timestamp() - interval '65 minutes', clock_timestamp() - interval '50 minutes'),
         ($3::uuid, $2::uuid, 'uploads/' || $3::text, clock_timestamp() - interval '85 minutes', clock_timestamp() - interval '70 minutes')`,
      [randomUUID(), id, randomUUID()],
    )
    await pool.query(
      "insert into pgboss.job (name, state, policy) values ('sweep-objects', 'created', 'short')",
    )
    const left = async () => (await pool.query('select from uploads')).rowCount
    // A server polls for jobs at start, and every 30 seconds.
    await endProcess(wrong.process, 'SIGKILL')
    wrong = await startWrong()
    await expect.poll(left, { timeout: 30_000 }).toBe(1)
  }, 90_000)
})
