import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#base/server/db/migrate.ts'
import { SCHEMA } from '#base/server/db/migrations.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#base/server/embedded-postgres/embedded-postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { openSavingClients } from '#test/support/saving-clients.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'

/** Unpacked with its packages (test/environments/release-before.mjs). */
const BEFORE = process.env['RELEASE_BEFORE'] ?? ''
/** Operations of clients and managers. */
const API_TESTS = [
  'features/applications/applications',
  'features/auth/sign-in',
  'features/desk/review',
  'features/corrections/acceptance',
  'shared/idempotency/idempotency',
]
const TIMEOUT = { timeout: 60_000, interval: 100 }
const ASK_EVERY_MS = 200

let folder = ''
let postgres: EmbeddedPostgres
let running: ServerProcess[] = []
beforeEach(async () => {
  folder = makeFolder('onboarding-release-')
  postgres = await startEmbeddedPostgres({ dataDir: folder, maxConnections: 200, log: () => undefined })
  running = []
})
afterEach(async () => {
  await Promise.all(running.map(({ process }) => endProcess(process, 'SIGKILL')))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const encryptionKey = randomBytes(32).toString('base64')

/** Where the previous release has its server: it is built only for these tests. */
const AS_WRITTEN = 'src/server/main.ts'

async function startServer(root?: string): Promise<ServerProcess> {
  const environment = {
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    DATA_DIR: path.join(folder, 'data'),
    ENCRYPTION_KEY: encryptionKey,
    WORKERS: '1',
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    // Of the release before.
    SHUTDOWN_PAUSE_SECONDS: '2',
  }
  const server = await startServerProcess(environment, undefined, root && AS_WRITTEN, root)
  running.push(server)
  return server
}

async function query(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Runs in the previous release, which knows its own schema. */
const SIGN_IN = `
  import { makeClient } from '#server/app/demo/factories/applications.ts'
  import { openDatabase } from '#server/platform/db/database.ts'
  import { readKeyring } from '#server/platform/encryption/keyring.ts'
  import { putSession } from '#test/support/sessions.ts'
  const [databaseUrl, key, count] = process.argv.slice(1)
  const database = openDatabase(databaseUrl, () => undefined)
  const factories = { database, keyring: readKeyring(key), now: () => new Date() }
  const tokens = []
  for (let made = 0; made < Number(count); made += 1) {
    const { id } = await makeClient(factories, { fullName: 'Sipho Dube' })
    tokens.push((await putSession(database, { userId: id, role: 'client', now: new Date() })).token)
  }
  await database.close()
  process.stdout.write(JSON.stringify(tokens))
`

/** Creates clients with the previous release; returns their session tokens. */
async function signInBefore(count: number): Promise<string[]> {
  const args = ['--input-type=module', '--eval', SIGN_IN, postgres.url, encryptionKey, String(count)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: BEFORE })
  return JSON.parse(stdout) as string[]
}

/** Probes readiness repeatedly, as a load balancer does. */
function openBalance() {
  let ready: string[] = []
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const answers = await Promise.all(running.map(async ({ url }) => ((await isReady(url)) ? [url] : [])))
      ready = answers.flat()
      await wait(ASK_EVERY_MS)
    }
  })()
  let turn = 0
  return {
    next: () => ready[(turn += 1) % ready.length] ?? '',
    ready: () => ready,
    async stop() {
      stopping.abort()
      await asking
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
}

test('the API tests of the release before pass on the new schema', { timeout: 300_000 }, async () => {
  const templateOf = (url: string) => Object.assign(new URL(url), { pathname: '/template1' }).href
  // The template database already has all migrations.
  await migrate(templateOf(postgres.ownerUrl), templateOf(postgres.url))
  // They create their own role.
  appendFileSync(path.join(folder, 'database/cluster/pg_hba.conf'), 'local all all scram-sha-256\n')
  await query(postgres.ownerUrl, 'select pg_reload_conf()')
  const tests = API_TESTS.map((name) => `src/server/${name}.test.ts`)
  const vitest = path.join(BEFORE, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', ...tests], {
    cwd: BEFORE,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TEST_DATABASE_URL: postgres.ownerUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const [code] = (await once(child, 'exit')) as [number]
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' })
  expect(output).toMatch(/Tests .* passed/u)
})

test(
  'two servers of it are replaced one by one under a load of saves: none is lost, and none fails',
  { timeout: 180_000 },
  async () => {
    const former = [await startServer(BEFORE), await startServer(BEFORE)]
    const [{ newest: schemaBefore } = { newest: null }] = await query(
      postgres.ownerUrl,
      'select max(created_at)::float as newest from migrations',
    )
    const balance = openBalance()
    await expect.poll(balance.ready, TIMEOUT).toHaveLength(2)
    const clients = openSavingClients(await signInBefore(4), { urlOf: balance.next })
    clients.begin()
    await expect.poll(clients.acknowledged, TIMEOUT).toBeGreaterThan(20)
    for (const server of former) {
      const { url } = await startServer()
      await expect.poll(balance.ready, TIMEOUT).toContain(url)
      await endProcess(server.process, 'SIGTERM')
      running = running.filter((one) => one !== server)
    }
    const before = clients.acknowledged()
    await expect.poll(clients.acknowledged, TIMEOUT).toBeGreaterThan(before + 20)
    await clients.stop()
    const { lost, doubled } = await clients.compare()
    await balance.stop()
    expect({ lost, doubled, failures: clients.failures }).toEqual({ lost: 0, doubled: 0, failures: [] })
    // Passes until the first migration after the previous release.
    expect(Number(schemaBefore)).toBeLessThanOrEqual(SCHEMA)
    const [{ newest } = { newest: null }] = await query(
      postgres.ownerUrl,
      'select max(created_at)::float as newest from migrations',
    )
    expect(newest).toBe(SCHEMA)
  },
)

test('a server of it that meets a schema too new says so, and stays out', { timeout: 120_000 }, async () => {
  const server = await startServer(BEFORE)
  await migrate(postgres.ownerUrl, postgres.url)
  expect(await isReady(server.url)).toBe(true)
  await query(postgres.ownerUrl, 'insert into contractions (made_at) values ($1)', [SCHEMA + 1])
  await expect
    .poll(async () => (await fetch(`${server.url}/readyz`)).json(), TIMEOUT)
    .toEqual({ status: 'not ready', failed: ['schema'] })
  await expect(startServer(BEFORE)).rejects.toThrow(/belongs to a newer version of the application/u)
})
