import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { readSettings, type Settings } from './config/settings.ts'
import type { Context } from './context.ts'
import { openDatabase, purposes } from './db/database.ts'
import type { DatabaseUrls } from './embedded-postgres/cluster-roles.ts'
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { urlsIn } from './db/given-database.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo } from './demo/demo.ts'
import { createVirusScanner } from './virus-scan/scanner.ts'
import { openKeyring } from './encryption/open-keyring.ts'
import { startJobs } from './jobs/jobs.ts'
import { attend } from './nodes/attend.ts'
import { openDatabaseClock } from './nodes/database-clock.ts'
import { leave } from './nodes/leave.ts'
import { createNode } from './this-node.ts'
import { createLogger } from './logging/logger.ts'
import { say } from './logging/terminal.ts'
import { openSeal } from './seal/open-seal.ts'
import { createStore } from './storage/create-store.ts'
import { sealedStore } from './storage/sealed-store.ts'
import { welcome } from './welcome.ts'

/** A server that runs. */
export interface RunningServer {
  /** Where it answers. */
  url: string
  /** Leaves (`nodes/leave.ts`), finishes the requests in flight, then stops jobs and database. */
  stop: () => Promise<void>
}

type Cleanup = () => Promise<void>

/**
 * Starts everything, in order: database, migrations, demo data, HTTP, jobs.
 *
 * @param aheadMs how far its clock is ahead of the database's, which it goes by; a test's, and no setting
 * @throws where the configuration, the database or the port cannot be used; what was started is stopped again
 */
export async function startServer(
  variables: Readonly<Record<string, string | undefined>>,
  aheadMs: () => number = () => 0,
): Promise<RunningServer> {
  const settings = readSettings(variables)
  const log = createLogger({ level: settings.logLevel })
  const cleanups: Cleanup[] = []
  const stop = async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
    cleanups.length = 0
  }
  try {
    return { url: await start({ settings, log, aheadMs }, cleanups), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  { settings, log, aheadMs }: { settings: Settings; log: Logger; aheadMs: () => number },
  cleanups: Cleanup[],
): Promise<string> {
  if (settings.databaseUrl !== undefined) mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const { url: databaseUrl, ownerUrl } = urlsIn(settings) ?? (await startEmbedded(settings, log, cleanups))
  await migrate(ownerUrl, databaseUrl)
  const onIdleError = (error: Error) => log.error({ err: error }, 'an idle connection failed')
  const database = openDatabase(databaseUrl, onIdleError)
  const forJobs = openDatabase(databaseUrl, onIdleError, purposes.jobs)
  const keeper = openDatabase(ownerUrl, onIdleError, purposes.keeper)
  cleanups.push(database.close, forJobs.close, keeper.close)
  const clock = await openDatabaseClock(database)
  const now = () => new Date(clock.now().getTime() + aheadMs())
  const keyring = await openKeyring(settings, database.db, now())
  const context: Context = {
    settings,
    database,
    keeper,
    store: sealedStore(await createStore(settings), keyring),
    keyring,
    scanner: createVirusScanner(settings),
    seal: await openSeal(settings, now()),
    log,
    node: createNode(),
    https: settings.baseUrl?.protocol === 'https:',
    now,
  }
  const accounts = settings.demo ? await seedDemo(context) : []
  const attending = await attend({ context, keyring, clock, databases: [database, forJobs, keeper] })
  cleanups.push(attending.stop)
  // Stopped in reverse: jobs come to their end when the last request has come to its own.
  let stopJobs: Cleanup = () => Promise.resolve()
  cleanups.push(() => stopJobs())
  const app = await buildApp(context)
  cleanups.push(() => leave(app, context))
  await app.listen({ host: settings.host, port: settings.port })
  stopJobs = (await startJobs(context, forJobs)).stop
  const url = settings.baseUrl?.origin ?? addressOf(app.server.address())
  for (const problem of await context.store.prepare(url)) log.warn(problem)
  say(welcome({ url, settings, accounts }))
  return url
}

async function startEmbedded(settings: Settings, log: Logger, cleanups: Cleanup[]): Promise<DatabaseUrls> {
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    log: (message) => log.info(message),
  })
  cleanups.push(embedded.stop)
  return embedded
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host === '127.0.0.1' || host === '[::1]' ? 'localhost' : host}:${address.port}`
}
