import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss, TestClock, type Clock } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUEUE_SCHEMA } from '#base/server/db/application-role.ts'
import { jobDefinitions } from '#app/server/jobs/definitions.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { startJobs } from '#app/server/jobs/jobs.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** `npm test -- --only faults` runs the whole day, `npm test` its first hour. */
const HOURS = process.env['FAULT_ROUNDS'] === undefined ? 1 : 24
const SERVERS = 3
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A quarter of the queue's scheduling interval and of the shortest polling interval. */
const STEP_MS = 7500
/** Midnight of a Monday in South Africa, on a past date, so that real-time jobs do not interfere. */
const BEGIN = Date.UTC(2040, 10, 25, 22)
const SOUTH_AFRICA_MS = 2 * HOUR_MS
/** A job is queued by the next scheduling check, and run at the next poll. */
const QUEUED_WITHIN_MS = MINUTE_MS
const LIMIT_MS = 30 * MINUTE_MS

/** A failed job logs its error. */
const log = createLogger({ level: 'warn' })
const settings = { encryptionKeys: randomBytes(32).toString('base64') }
let database: TestDatabase
let owner: pg.Client
const servers: TestServer[] = []
const clock = new TestClock(BEGIN)
/**
 * With a clock of its own the queue would try to control all sessions of its database; here that is the server's task.
 */
const handed: Clock = {
  now: () => clock.now(),
  setTimeout: (work, ms) => clock.setTimeout(work, ms),
  clearTimeout: (timer) => clock.clearTimeout(timer),
  setInterval: (work, ms) => clock.setInterval(work, ms),
  clearInterval: (timer) => clock.clearInterval(timer),
}

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  // The current time for the queue's SQL, in every session from now on.
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(`alter database "${rows[0]?.name}" set "pgboss.test_clock" = 'on'`)
  for (let count = 0; count < SERVERS; count += 1) {
    servers.push(
      await startTestServer({
        database,
        settings,
        log,
        now: () => new Date(clock.now()),
      }),
    )
  }
}, LIMIT_MS)
afterAll(async () => {
  await owner.end()
  for (const server of servers) await server.close()
}, LIMIT_MS)

/**
 * Waits until no server waits for the database and no job runs. A job that reads files or uses its own connections is
 * invisible in the pool, and would expire if the clock continued.
 */
async function untilQuiet(): Promise<void> {
  do await setImmediate()
  while (isWaiting() || (await isAtWork()))
}

function isWaiting(): boolean {
  return servers.some(
    ({
      context: {
        database: { pool },
      },
    }) => pool.waitingCount > 0 || pool.idleCount < pool.totalCount,
  )
}

async function isAtWork(): Promise<boolean> {
  const { rowCount } = await owner.query({
    name: 'at-work',
    text: `select from ${QUEUE_SCHEMA}.job where state = 'active' limit 1`,
  })
  return rowCount !== 0
}

/** The times of a cron line within the day. */
function timesOf(cron: string, hours: number): number[] {
  const [minutes, ofDay] = cron.split(' ').map(membersOf)
  return Array.from({ length: hours * 60 }, (_, minute) => BEGIN + minute * MINUTE_MS).filter((at) => {
    const there = new Date(at + SOUTH_AFRICA_MS)
    return minutes?.(there.getUTCMinutes()) === true && ofDay?.(there.getUTCHours()) === true
  })
}

/** Values of a cron field: all, one number, or a range with an optional step. */
function membersOf(field: string): (value: number) => boolean {
  const [range = '', step = '1'] = field.split('/')
  const [first = '', last = first] = range.split('-')
  const [low, high] = range === '*' ? [0, Infinity] : [Number(first), Number(last)]
  return (value) => value >= low && value <= high && (value - low) % Number(step) === 0
}

interface Done {
  name: string
  state: string
  retries: number
  at: string
}

test(
  `three servers, ${HOURS === 1 ? 'an hour' : 'a day'} of jobs: each is done once for each of its times`,
  async () => {
    const attached = await startAll()
    for (let at = BEGIN; at < BEGIN + HOURS * HOUR_MS; at += STEP_MS) {
      await clock.setTime(at)
      await clock.tick(0)
      await untilQuiet()
    }
    // Lets the last jobs be queued and run.
    for (let count = 0; count < (2 * MINUTE_MS) / STEP_MS; count += 1) {
      await clock.setTime(clock.now() + STEP_MS)
      await clock.tick(0)
      await untilQuiet()
    }
    const { rows } = await owner.query<Done>(
      `select name, state::text as state, retry_count as retries, (extract(epoch from created_on) * 1000)::text as at
       from ${QUEUE_SCHEMA}.job where name = any ($1) order by created_on`,
      [jobDefinitions.map(({ name }) => name)],
    )
    await attached.stop()
    const end = BEGIN + HOURS * HOUR_MS
    for (const { name, cron } of jobDefinitions) {
      const times = timesOf(cron, HOURS)
      const done = rows.filter((row) => row.name === name && Number(row.at) < end)
      expect([name, done.filter(({ state, retries }) => state !== 'completed' || retries > 0)]).toEqual([
        name,
        [],
      ])
      expect([name, done.length]).toEqual([name, times.length])
      // Each job for its own time, in the order of queueing.
      const late = done.filter(({ at }, index) => {
        const after = Number(at) - (times[index] ?? 0)
        return after < 0 || after > QUEUED_WITHIN_MS
      })
      expect([name, late]).toEqual([name, []])
    }
    const count = rows.filter(({ at }) => Number(at) < end).length
    process.stdout.write(`  ${HOURS} hours, ${SERVERS} servers: ${count} jobs, each done once\n`)
  },
  LIMIT_MS,
)

/**
 * The queue creates its tables on its first start, which the clock needs; nothing is scheduled in real time meanwhile.
 */
async function makeTables(): Promise<void> {
  const [server] = servers
  if (server === undefined) throw new Error('no server has started')
  const { pool } = server.context.database
  const boss = new PgBoss({
    schema: QUEUE_SCHEMA,
    createSchema: false,
    schedule: false,
    supervise: false,
    db: { executeSql: (text, values) => pool.query(text, values) },
  })
  await boss.start()
  await boss.stop()
}

async function startAll(): Promise<{ stop: () => Promise<void> }> {
  await makeTables()
  const attachment = await clock.attach({
    db: { executeSql: async (text, values) => owner.query(text, values) },
    schema: QUEUE_SCHEMA,
  })
  await owner.query(`grant select on ${QUEUE_SCHEMA}.__pgboss_test_clock to public`)
  const started: Awaited<ReturnType<typeof startJobs>>[] = []
  for (const { context } of servers) started.push(await startJobs(context, context.database, handed))
  return {
    async stop() {
      // Stopping waits for timers, which only this clock advances.
      const day = { isOver: false }
      const stopping = Promise.all(started.map(({ stop }) => stop())).finally(() => {
        day.isOver = true
      })
      while (!day.isOver) {
        await clock.tick(1000)
        await setImmediate()
      }
      await stopping
      await attachment[Symbol.asyncDispose]()
    },
  }
}
