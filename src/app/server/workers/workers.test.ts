import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATION_LOCK } from '#base/server/db/run-migrations.ts'
import { openHttpSession } from '#test/support/http.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { openSavingClients, signInClients } from '#test/support/saving-clients.ts'
import {
  endProcess,
  spawnServer,
  startServerProcess,
  type ServerProcess,
} from '#test/support/server-process.ts'

const TOKEN = 'a-token-for-figures'
const encryptionKey = randomBytes(32).toString('base64')
/** Start time on a busy machine. */
const TIMEOUT = { timeout: 60_000, interval: 100 }

let database: TestDatabase
let folder = ''
let site: ServerProcess
let output = ''
beforeAll(async () => {
  database = await createTestDatabase()
  folder = makeFolder('onboarding-workers-')
  const environment = {
    WORKERS: '2',
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    DATA_DIR: folder,
    ENCRYPTION_KEY: encryptionKey,
    METRICS_TOKEN: TOKEN,
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'info',
  }
  site = await startServerProcess(environment, (text) => {
    output += text
  })
})
afterAll(async () => {
  await endProcess(site.process, 'SIGKILL')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The process ids of the servers that share the port, oldest first. */
function workers(): number[] {
  const { pid } = site.process
  const children = `/proc/${pid}/task/${pid}/children`
  return existsSync(children)
    ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    : []
}

/** Those that logged the start of jobs. */
function withJobs(): number[] {
  return output
    .split('\n')
    .filter((line) => line.includes('this process runs the jobs of this machine'))
    .map((line) => (JSON.parse(line) as { pid: number }).pid)
}

async function ask(statement: string) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

const visitor = (headers = {}) => openHttpSession(site.url, { connection: 'close', ...headers })

async function figures(): Promise<string> {
  return (await visitor({ authorization: `Bearer ${TOKEN}` }).get('/metrics')).text
}

/** The failures of clients that save while servers change. */
async function saveWhile(something: () => Promise<void>, { reconnect }: { reconnect: boolean }) {
  const tokens = await signInClients(4, { databaseUrl: database.applicationUrl, encryptionKey })
  const clients = openSavingClients(tokens, { urlOf: () => site.url, reconnect })
  clients.begin()
  await expect.poll(clients.acknowledged, TIMEOUT).toBeGreaterThan(20)
  await something()
  const before = clients.acknowledged()
  await expect.poll(clients.acknowledged, TIMEOUT).toBeGreaterThan(before + 20)
  await clients.stop()
  return { ...(await clients.compare()), failures: clients.failures }
}

describe('two servers that share a port', { timeout: 180_000 }, () => {
  test('are two nodes, and one of them runs the jobs', async () => {
    expect(workers()).toHaveLength(2)
    const { rows } = await ask('select name from nodes where left_at is null')
    const ids = rows.map((row: { name: string }) => Number(row.name.split(':')[1]))
    expect(ids.toSorted((one, other) => one - other)).toEqual(workers())
    expect(withJobs()).toHaveLength(1)
  })

  test('report metrics together, each under its index, whichever is asked', async () => {
    for (let asked = 0; asked < 4; asked += 1) {
      const text = await figures()
      for (const index of [1, 2]) {
        expect(text).toMatch(new RegExp(`process_resident_memory_bytes\\{worker="${index}"\\} \\d+`, 'u'))
      }
      expect(text.match(/^# TYPE process_resident_memory_bytes /gmu)).toHaveLength(1)
      expect(text).toMatch(/^onboarding_database_up 1$/mu)
    }
  })

  test('are replaced one by one without a failing request', async () => {
    const former = workers()
    const renewed = () => output.includes('have been replaced')
    const { lost, doubled, failures } = await saveWhile(
      async () => {
        site.process.kill('SIGHUP')
        await expect.poll(renewed, TIMEOUT).toBe(true)
      },
      { reconnect: false },
    )
    expect({ lost, doubled, failures }).toEqual({ lost: 0, doubled: 0, failures: [] })
    expect(workers()).toHaveLength(2)
    expect(workers().filter((id) => former.includes(id))).toEqual([])
  })

  test('continue when one is killed and replaced: only its requests in flight fail', async () => {
    await expect.poll(() => workers().includes(withJobs().at(-1) ?? 0), TIMEOUT).toBe(true)
    const victim = withJobs().at(-1) ?? 0
    const { lost, doubled, failures } = await saveWhile(
      async () => {
        process.kill(victim, 'SIGKILL')
        await expect.poll(() => workers().length, TIMEOUT).toBe(1)
        await expect
          .poll(
            async () => ((await figures()).match(/^process_resident_memory_bytes\{/gmu) ?? []).length,
            TIMEOUT,
          )
          .toBe(2)
      },
      { reconnect: true },
    )
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    // At most one call per client, and each gets a response.
    expect(failures.length).toBeLessThanOrEqual(4)
    expect(failures.filter((failure) => failure.includes('in time'))).toEqual([])
    expect(workers()).toHaveLength(2)
    expect(workers()).not.toContain(victim)
    await expect.poll(() => workers().includes(withJobs().at(-1) ?? 0), TIMEOUT).toBe(true)
  })

  test('stop together, after requests in flight', async () => {
    await endProcess(site.process, 'SIGTERM')
    expect(site.process.exitCode).toBe(0)
    expect(workers()).toEqual([])
  })
})

test('SIGTERM during the start of workers ends it, also while they wait for the database', async () => {
  const blocked = await createTestDatabase({ empty: true })
  // Their migrations wait for this lock, and would for ever.
  const other = new pg.Client({ connectionString: blocked.url })
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const starting = spawnServer({
    WORKERS: '2',
    DATABASE_URL: blocked.applicationUrl,
    DATABASE_OWNER_URL: blocked.url,
    DATA_DIR: folder,
    ENCRYPTION_KEY: encryptionKey,
    PORT: '0',
    DEMO: '0',
  })
  const isWaiting = async () => {
    const { rows } = await other.query(
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.length > 0
  }
  await expect.poll(isWaiting, TIMEOUT).toBe(true)
  await endProcess(starting, 'SIGTERM')
  await expect.poll(isWaiting, TIMEOUT).toBe(false)
  await other.end()
  await blocked.drop()
})
