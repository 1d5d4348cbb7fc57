import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import { buildApp } from '#app/server/app.ts'
import { applyFirm } from '#features/brand/server/firm.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { type Settings } from '#base/server/config/settings.ts'
import type { Context } from '#base/server/context.ts'
import { openDatabase, purposes } from '#base/server/db/database.ts'
import type { TimeLimits } from '#base/server/db/time-limits.ts'
import { users } from '#features/access/schema/tables.ts'
import { createVirusScanner } from '#base/server/virus-scan/scanner.ts'
import { openKeyring } from '#base/server/encryption/open-keyring.ts'
import { watchStatements } from '#base/server/db/watch-statements.ts'
import { openTracer } from '#base/server/tracing/open-tracer.ts'
import { createNode } from '#base/server/node-state.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { openSeal } from '#base/server/seal/open-seal.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { tracedStore } from '#base/server/storage/traced-store.ts'
import { watchErrors } from './described-errors.ts'
import { openHttpSession, type HttpSession } from './http.ts'
import { putSession } from './sessions.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'
import { makeFolder } from './quick-folder.ts'
import { testsUseBuckets } from './s3-endpoint.ts'
import { gate } from '#features/screening/server/gate.ts'

/** A real server with its own database. */
export interface TestServer {
  url: string
  context: Context
  /** Runs SQL as the owner, with triggers disabled. */
  asOwner: (...statements: string[]) => Promise<void>
  /** An anonymous browser. @param address its client address */
  visit: (address?: string) => HttpSession
  /** Signs a user in without a password or a counted attempt. */
  as: (username: string, address?: string) => Promise<HttpSession>
  close: () => Promise<void>
}

export interface TestServerOptions {
  settings?: Partial<Settings>
  now?: () => Date
  https?: boolean
  /** An existing database instead of a new one; it is dropped with the server. */
  database?: TestDatabase
  /** A logger with output, instead of a silent one. */
  log?: Logger
  /** Database time limits, for tests that block it on a busy machine. */
  limits?: TimeLimits
}

/** Anyone may register, and nothing waits for an undo; tests of these set others. */
function openToAll({ firm, ...settings }: Settings): Settings {
  const defaults = {
    ...firm.defaults,
    signIn: { ...firm.defaults.signIn, selfRegistration: 'on' },
    mail: { ...firm.defaults.mail, undoSeconds: '0' },
  }
  const opened = { ...firm, defaults }
  return applyFirm({ ...settings, firm: opened }, opened)
}

/**
 * Starts a server that trusts one proxy, so that tests can use any client address: the last entry of X-Forwarded-For.
 */
export async function startTestServer({
  settings: changed = {},
  now = () => new Date(),
  https = false,
  database: given,
  log = createLogger({ level: 'silent' }),
  limits,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = given ?? (await createTestDatabase())
  const dataDir = makeFolder('onboarding-server-')
  const bucket = testsUseBuckets() ? await (await import('./s3.ts')).createTestBucket() : undefined
  const settings: Settings = {
    ...openToAll(
      readSettings({
        DATABASE_URL: database.applicationUrl,
        DATA_DIR: dataDir,
        DEMO: '0',
        TRUST_PROXY: '1',
        PORT: '0',
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      }),
    ),
    s3: bucket?.settings,
    ...changed,
  }
  const { tracer, stop: stopTracing } = await openTracer(settings, 'a test', log)
  const watch = tracer === null ? undefined : watchStatements
  const purpose = { ...purposes.requests, ...(limits && { limits, unsynced: limits }) }
  const connection = openDatabase(database.applicationUrl, () => undefined, purpose, watch)
  const keeper = openDatabase(database.url, () => undefined, purposes.keeper)
  const keyring = await openKeyring(settings, connection.db, now())
  const store = encryptedStore(await createStore(settings), keyring)
  const context: Context = {
    settings,
    database: connection,
    keeper,
    store: tracer === null ? store : tracedStore(store),
    keyring,
    scanner: createVirusScanner(settings),
    seal: await openSeal(settings, now()),
    gate,
    log,
    tracer,
    https,
    node: createNode(),
    now,
  }
  const app = await buildApp(context)
  const requireDescribedErrors = watchErrors(app)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const visit = (address = '192.0.2.1') => openHttpSession(url, { 'x-forwarded-for': address })
  return {
    url,
    context,
    visit,
    async asOwner(...statements) {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      try {
        await client.query('set session_replication_role = replica')
        for (const statement of statements) await client.query(statement)
      } finally {
        await client.end()
      }
    },
    async as(username, address) {
      const session = visit(address)
      session.cookies.set(https ? '__Host-session' : 'session', await tokenFor(context, username))
      return session
    },
    async close() {
      await app.close()
      await stopTracing()
      await connection.close()
      await keeper.close()
      await database.drop()
      await bucket?.drop()
      rmSync(dataDir, { recursive: true, force: true })
      requireDescribedErrors()
    },
  }
}

async function tokenFor({ database, now }: Context, username: string): Promise<string> {
  const [user] = await database.db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(eq(users.username, username))
  if (user === undefined) throw new Error(`There is no user ${username}.`)
  const { token } = await putSession(database, { userId: user.id, role: user.role, now: now() })
  return token
}
