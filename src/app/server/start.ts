import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { readSettings } from './config/settings.ts'
import { type Settings } from '#base/server/config/settings.ts'
import type { Context } from '#base/server/context.ts'
import { openDatabase, purposes } from '#base/server/db/database.ts'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'
import { urlsIn } from '#base/server/db/external-database.ts'
import { migrate } from '#base/server/db/migrate.ts'
import { seedDemo } from '../demo/demo.ts'
import { createVirusScanner } from '#base/server/virus-scan/scanner.ts'
import { openKeyring } from '#base/server/encryption/open-keyring.ts'
import { startJobs } from './jobs/jobs.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import { startHeartbeat } from '#base/server/nodes/heartbeat.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'
import { drain, shutDown } from '#base/server/nodes/graceful-shutdown.ts'
import { createNode, type Siblings } from '#base/server/node-state.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { print } from '#base/server/logging/terminal.ts'
import { openSeal } from '#base/server/seal/open-seal.ts'
import { watchStatements } from '#base/server/db/watch-statements.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { requireSameStore } from '#base/server/storage/require-same-store.ts'
import { tracedStore } from '#base/server/storage/traced-store.ts'
import { VERSION } from '#base/server/version.ts'
import { openTracer } from '#base/server/tracing/open-tracer.ts'
import { requireSameDomain } from '#features/sign-in/server/passkeys/require-same-domain.ts'
import { logProblems } from '#features/operations/server/doctor/log-problems.ts'
import { adoptEnvironment } from '#features/firm/server/adopt-environment.ts'
import { welcome } from './startup-banner.ts'
import { gate } from '#features/screening/server/gate.ts'

/**
 * Size of the accept queue. When a server stops, its clients reconnect at once; with Node's default of 511 the rest
 * would retry after seconds. Linux caps it at `net.core.somaxconn`.
 */
const BACKLOG = 4096

/** A running server. */
export interface RunningServer {
  /** Its address. */
  url: string
  /** Startup text for the terminal. */
  welcome: string
  /** Hands its port to the machine's other servers without an interruption, and stops. */
  handOver: () => Promise<void>
  /** Graceful shutdown (`nodes/graceful-shutdown.ts`): finishes requests in flight, then stops jobs and database. */
  stop: () => Promise<void>
}

type Cleanup = () => Promise<void>

/**
 * Starts everything in order: database, migrations, demo data, HTTP, jobs. Of several workers the first runs the jobs,
 * and their parent prints the startup banner.
 *
 * @param aheadMs clock difference to the database's; only for tests
 * @param change of the settings; only for tests
 * @throws if configuration, database or port cannot be used; what was started is stopped
 */
export async function startServer(
  variables: Readonly<Record<string, string | undefined>>,
  aheadMs: () => number = () => 0,
  siblings: Siblings | null = null,
  change: Partial<Settings> = {},
): Promise<RunningServer> {
  const settings = { ...readSettings(variables), ...change }
  const log = createLogger({ level: settings.logLevel })
  log.info({ version: VERSION }, 'the server starts')
  const cleanups: Cleanup[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= cleanUp(cleanups))
  try {
    const { app, context, ...started } = await start({ settings, log, aheadMs, siblings }, cleanups)
    if (siblings === null) print(started.welcome)
    return { ...started, handOver: () => drain(app, context).then(stop), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function cleanUp(cleanups: Cleanup[]): Promise<void> {
  for (const cleanup of cleanups.toReversed()) await cleanup()
}

async function start(
  {
    settings,
    log,
    aheadMs,
    siblings,
  }: { settings: Settings; log: Logger; aheadMs: () => number; siblings: Siblings | null },
  cleanups: Cleanup[],
) {
  if (settings.databaseUrl !== undefined) mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const { url: databaseUrl, ownerUrl } = urlsIn(settings) ?? (await startEmbedded(settings, log, cleanups))
  await migrate(ownerUrl, databaseUrl)
  const node = createNode(siblings)
  const { tracer, stop: stopTracing } = await openTracer(settings, node.name, log)
  cleanups.push(stopTracing)
  const watch = tracer === null ? undefined : watchStatements
  const onIdleError = (error: Error) => log.error({ err: error }, 'an idle connection failed')
  const database = openDatabase(databaseUrl, onIdleError, purposes.requests, watch)
  const forJobs = openDatabase(databaseUrl, onIdleError, purposes.jobs, watch)
  const keeper = openDatabase(ownerUrl, onIdleError, purposes.keeper, watch)
  cleanups.push(database.close, forJobs.close, keeper.close)
  const clock = await openDatabaseClock(database)
  const now = () => new Date(clock.now().getTime() + aheadMs())
  const keyring = await openKeyring(settings, database.db, now())
  const rawStore = await createStore(settings)
  await requireSameStore({ settings, database, rawStore }, log, now())
  const store = encryptedStore(rawStore, keyring)
  const context: Context = {
    settings,
    database,
    keeper,
    store: tracer === null ? store : tracedStore(store),
    keyring,
    scanner: createVirusScanner(settings),
    seal: await openSeal(settings, now()),
    gate,
    log,
    tracer,
    node,
    https: settings.baseUrl?.protocol === 'https:',
    now,
  }
  await requireSameDomain(context)
  await adoptEnvironment(context, settings.firm.stored)
  await loadFirm(context)
  const accounts = settings.demo ? await seedDemo(context) : []
  const attending = await startHeartbeat({ context, keyring, clock, databases: [database, forJobs, keeper] })
  cleanups.push(attending.stop)
  // Stopped in reverse: jobs end after the last request.
  let jobs: ReturnType<typeof startJobs> | undefined
  cleanups.push(async () => (await jobs)?.stop())
  const app = await buildApp(context)
  cleanups.push(() => shutDown(app, context))
  await app.listen({ host: settings.host, port: settings.port, backlog: BACKLOG })
  const url = settings.baseUrl?.origin ?? addressOf(app.server.address())
  await logProblems(context, url)
  if (siblings === null || siblings.index === 1) {
    jobs = startJobs(context, forJobs)
    await jobs
    if (siblings !== null) log.info('this process runs the jobs of this machine')
  }
  return { url, welcome: welcome({ url, settings: context.settings, accounts }), app, context }
}

async function startEmbedded(settings: Settings, log: Logger, cleanups: Cleanup[]): Promise<DatabaseUrls> {
  const embedded = await startEmbeddedDatabase(settings, log)
  cleanups.push(embedded.stop)
  return embedded
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host === '127.0.0.1' || host === '[::1]' ? 'localhost' : host}:${address.port}`
}
