import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sessionLimitsOf, signInDefaults } from '#features/brand/rules/sign-in-section.ts'
import type { SessionContext } from '#features/sign-in/server/sessions.ts'
import { openDatabase } from '#base/server/db/database.ts'
import { hasEmbeddedDatabase } from '#base/server/embedded-postgres/database-home.ts'
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '#base/server/embedded-postgres/embedded-postgres.ts'
import { makeClient, type ApplicationFacts, type MadeClient } from '#app/demo/factories/applications.ts'
import type { FactoryContext, UserFacts } from '#app/demo/factories/users.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { putSession } from '#test/support/sessions.ts'
import type { Question } from './watch-process.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
export const ORIGIN = 'https://onboarding.example'
const START_TIMEOUT_MS = 60_000
const ASK_AGAIN_MS = 50

/** A signed-in client, with the headers of their browser. */
export interface BenchClient extends MadeClient {
  headers: Record<string, string>
}

/** The server as in production, in its own process, with a database on disk. */
export interface BenchServer {
  url: string
  pid: number
  /** URL with the application's role. */
  databaseUrl: string
  dataDir: string
  /** Creates data directly in the server's database. */
  factories: FactoryContext & SessionContext
  /** Signs a user in without a password; returns the headers of their browser. */
  signIn: (user: { id: string; role: MadeClient['role'] }) => Promise<Record<string, string>>
  /** Creates clients with an application each, and signs them in. */
  makeClients: (
    count: number,
    application?: ApplicationFacts,
    user?: Pick<UserFacts, 'password' | 'wealthManagerId'>,
  ) => Promise<BenchClient[]>
  /** Queries the process, in bytes or milliseconds (`watch-process.ts`). */
  ask: (question: Question) => Promise<number>
  stop: () => Promise<void>
}

export interface BenchServerOptions {
  /** Variables in addition to those of a production server. */
  env?: Record<string, string>
  /** Node options, such as `--cpu-prof`. */
  nodeOptions?: readonly string[]
  /** A folder to reuse; its owner removes it. */
  dataDir?: string
  /** The built server, or its sources, whose modules can be replaced. */
  program?: keyof typeof PROGRAMS
}

const PROGRAMS = { built: 'dist/server/main.mjs', sources: 'src/app/server/main.ts' } as const

/** The session token in a browser's headers. */
export function tokenIn(headers: Readonly<Record<string, string>>): string {
  return headers['cookie']?.split('=')[1] ?? ''
}

/** Starts a server and waits until it responds. */
export async function startBenchServer(options: BenchServerOptions = {}): Promise<BenchServer> {
  const dataDir = options.dataDir ?? makeFolder('onboarding-bench-', tmpdir())
  const encryptionKey = options.env?.['ENCRYPTION_KEY'] ?? randomBytes(32).toString('base64')
  if (options.env?.['DATABASE_URL'] === undefined) await createDatabase(dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startProcess(options, {
    NODE_ENV: 'production',
    BASE_URL: ORIGIN,
    TRUST_PROXY: '0',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@onboarding.example',
    BRAND_FIRM_NAME: 'Bench Wealth',
    BRAND_SUPPORT_EMAIL: 'help@onboarding.example',
    BRAND_SUPPORT_PHONE: '+27 21 555 0199',
    BRAND_TERMS_URL: `${ORIGIN}/terms`,
    BRAND_PRIVACY_URL: `${ORIGIN}/privacy`,
    LOG_LEVEL: 'warn',
    WORKERS: '1',
    ENCRYPTION_KEY: encryptionKey,
    DATA_DIR: dataDir,
    PORT: String(port),
    ...options.env,
  })
  await untilReady(url, child)
  const databaseUrl = await urlOfDatabase(dataDir, options.env?.['DATABASE_URL'])
  const database = openDatabase(databaseUrl, () => undefined)
  const factories = {
    database,
    keyring: readKeyring(encryptionKey),
    settings: { secondFactorRoles: [], sessionLimits: sessionLimitsOf(signInDefaults) },
    now: () => new Date(),
  }
  const signIn = (user: Parameters<BenchServer['signIn']>[0]) => headersOf(factories, user)
  return {
    url,
    pid: child.pid ?? 0,
    databaseUrl,
    dataDir,
    factories,
    signIn,
    async makeClients(count, application, user = {}) {
      const clients: BenchClient[] = []
      for (let made = 0; made < count; made += 1) {
        const client = await makeClient(factories, { fullName: 'Thandiwe Nkosi', application, ...user })
        clients.push({ ...client, headers: await signIn(client) })
      }
      return clients
    },
    async ask(question) {
      const answer = once(child, 'message')
      child.send(question)
      const [value] = (await answer) as [number]
      return value
    },
    async stop() {
      await database.close()
      await stopProcess(child)
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Production creates no database of its own. */
async function createDatabase(dataDir: string): Promise<void> {
  if (hasEmbeddedDatabase(dataDir)) return
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  await postgres.stop()
}

/** As in `npm start`: the process always ends with this one. */
function startProcess(
  { nodeOptions = [], program = 'built' }: BenchServerOptions,
  env: Record<string, string>,
): ChildProcess {
  const preloads = ['scripts/end-with-parent.mjs', 'test/bench/support/watch-process.ts']
  const imports = preloads.flatMap((file) => ['--import', path.join(ROOT, file)])
  const file = path.join(ROOT, PROGRAMS[program])
  return spawn(process.execPath, [...nodeOptions, ...imports, file], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache(), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

function compileCache(): string {
  return path.join(ROOT, 'node_modules/.cache/compiled')
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (child.exitCode === null && performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok === true) return
    await wait(ASK_AGAIN_MS)
  }
  throw new Error('The server did not start.')
}

async function urlOfDatabase(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const found = await findRunningPostgres({ dataDir, log: () => undefined })
  if (found === undefined) throw new Error('The database of the server is not running.')
  return found.url
}

async function headersOf(
  { database }: FactoryContext,
  { id: userId, role }: { id: string; role: MadeClient['role'] },
): Promise<Record<string, string>> {
  const { token } = await putSession(database, { userId, role, now: new Date() })
  return { cookie: `__Host-session=${token}`, origin: ORIGIN }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
