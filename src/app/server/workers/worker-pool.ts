import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readSettings } from '#app/server/config/settings.ts'
import { type Settings } from '#base/server/config/settings.ts'
import { connectionsOf } from '#base/server/db/database.ts'
import { urlsIn } from '#base/server/db/external-database.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { print } from '#base/server/logging/terminal.ts'
import { startEmbeddedDatabase } from '../embedded-database.ts'
import { maxServers } from './connections.ts'
import { reportSchema, type Order } from './messages.ts'

/** All workers of a machine. */
export interface WorkerPool {
  /** Replaces the workers one by one, without failing requests. */
  renew: () => Promise<void>
  /** Stops all workers, then the embedded database if there is one. */
  stop: () => Promise<void>
}

/** A worker that ran this long did not fail because of its start. */
const STABLE_MS = 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Reserved for migrations and an administrator's session. */
const SPARE_CONNECTIONS = 10

/**
 * Starts as many workers as WORKERS says on one port, and restarts those that exit (docs/decisions/0089). The embedded
 * database belongs to this process.
 *
 * @param signal stops the workers while they start
 * @throws if a worker does not start, which has printed why
 */
export async function startWorkerPool(
  variables: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<WorkerPool> {
  const settings = readSettings(variables)
  const log = createLogger({ level: settings.logLevel })
  const { count, environment, stopDatabase } = await openDatabaseOf(settings, log)
  const metrics =
    settings.metricsToken === undefined ? null : new (await import('prom-client')).AggregatorRegistry()
  const workers = new Workers({ count, environment, log, collectMetrics: () => metrics?.clusterMetrics() })
  const stop = () => workers.stop().then(stopDatabase)
  const pool = { renew: () => workers.renew(), stop }
  signal?.addEventListener('abort', () => void workers.stop())
  try {
    const welcome = await workers.start()
    if (signal?.aborted !== true) print(welcome)
    return pool
  } catch (error) {
    if (signal?.aborted === true) return pool
    await stop()
    throw error
  }
}

/** The database of all workers: the embedded one, or as many workers as an external one has connections for. */
async function openDatabaseOf(settings: Settings, log: Logger) {
  const { workers, dataDir, demo } = settings
  const given = urlsIn(settings)
  if (given === undefined) {
    const maxConnections = connectionsOf(workers) + SPARE_CONNECTIONS
    const { url, ownerUrl, stop } = await startEmbeddedDatabase(settings, log, maxConnections)
    const environment = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DEMO: demo ? '1' : '0' }
    return { count: workers, environment, stopDatabase: stop }
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const count = await maxServers(given.ownerUrl, workers)
  if (count < workers) {
    log.warn({ workers, count }, 'the database takes too few connections for all servers of WORKERS')
  }
  return { count, environment: {}, stopDatabase: () => Promise.resolve() }
}

interface Member {
  worker: Worker
  startedAt: number
  notReady: string[]
  exited: Promise<unknown>
}

interface PoolOptions {
  count: number
  /** Additional environment variables of workers. */
  environment: Readonly<Record<string, string>>
  log: Logger
  /** The metrics of all workers as text; undefined if not measured. */
  collectMetrics: () => Promise<string> | undefined
}

/** The workers by index, from 1. */
class Workers {
  readonly #members = new Map<number, Member>()
  readonly #pauses = new Map<number, number>()
  #isStopping = false
  #launches: Promise<unknown> = Promise.resolve()
  #renewing = Promise.resolve()

  readonly #options: PoolOptions

  constructor(options: PoolOptions) {
    this.#options = options
    // Each accepts from one socket: connections that a killed worker has not accepted go to another.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    // The unresolved path of this process: after an upgrade it leads to the new release.
    if (path.isAbsolute(process.argv0)) process.execPath = process.argv0
    // This process has read .env already, and passes it on.
    cluster.setupPrimary({ execArgv: process.execArgv.filter((option) => !option.startsWith('--env-file')) })
  }

  /** One by one: the first creates shared data (keys, schema, demo data). */
  async start(): Promise<string> {
    const welcomes = []
    for (let index = 1; index <= this.#options.count; index += 1) welcomes.push(await this.#launch(index))
    return welcomes[0] ?? ''
  }

  renew(): Promise<void> {
    this.#renewing = this.#renewing
      .then(() => this.#renewAll())
      .catch((err: unknown) => {
        this.#options.log.error(
          { err },
          'not all server processes could be replaced; the existing ones keep serving',
        )
      })
    return this.#renewing
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const running = allWorkers().filter((worker) => !worker.isDead())
    for (const { process } of running) process.kill('SIGTERM')
    await Promise.all(running.map((worker) => once(worker, 'exit')))
  }

  /**
   * Starts a worker, which takes over an index once it serves. One at a time, so that no index is used twice.
   *
   * @returns its startup text; null if it is not needed any more
   */
  #launch(index: number, isWanted = () => true): Promise<string | null> {
    const launched = this.#launches.then(() => (isWanted() && !this.#isStopping ? this.#fork(index) : null))
    this.#launches = launched.catch(() => undefined)
    return launched
  }

  async #fork(index: number): Promise<string> {
    const identity = { WORKERS: String(this.#options.count), WORKER_INDEX: String(index) }
    const worker = cluster.fork({ ...this.#options.environment, ...identity })
    const exited = once(worker, 'exit')
    const member: Member = { worker, startedAt: performance.now(), notReady: [], exited }
    const { promise: serving, resolve } = Promise.withResolvers<string>()
    worker.on('message', (message: unknown) => {
      const { data: message_ } = reportSchema.safeParse(message)
      if (message_?.report === 'serving') resolve(message_.welcome)
      if (message_?.report === 'metrics') void this.#sendMetrics(worker, message_.id)
      if (message_?.report === 'readiness') {
        member.notReady = message_.notReady
        this.#shareReadiness()
      }
    })
    const welcome = await Promise.race([serving, exited.then(() => null)])
    if (welcome === null) throw new Error('A server process did not start. The reason is logged above.')
    this.#members.set(index, member)
    void exited.then(() => this.#restart(index, member))
    this.#shareReadiness()
    return welcome
  }

  /** Replaces a worker that exited on its own, with exponential backoff. */
  async #restart(index: number, member: Member): Promise<void> {
    if (this.#isStopping || this.#members.get(index) !== member) return
    const { exitCode, signalCode } = member.worker.process
    this.#options.log.error({ index, exitCode, signalCode }, 'a server process exited and is being replaced')
    this.#members.delete(index)
    this.#shareReadiness()
    if (performance.now() - member.startedAt > STABLE_MS) this.#pauses.delete(index)
    const isMissing = () => !this.#isStopping && !this.#members.has(index)
    while (isMissing()) {
      const pause = this.#pauses.get(index) ?? FIRST_PAUSE_MS
      this.#pauses.set(index, Math.min(2 * pause, LONGEST_PAUSE_MS))
      await wait(pause)
      await this.#launch(index, isMissing).catch((err: unknown) => this.#options.log.error({ err, index }))
    }
  }

  async #renewAll(): Promise<void> {
    this.#options.log.info('replacing the server processes')
    for (let index = 1; index <= this.#options.count && !this.#isStopping; index += 1) {
      const former = this.#members.get(index)
      await this.#launch(index)
      if (former === undefined) continue
      sendOrder(former.worker, { order: 'drain' })
      await former.exited
    }
    this.#options.log.info('the server processes have been replaced')
  }

  #shareReadiness(): void {
    const notReady = [...new Set([...this.#members.values()].flatMap((member) => member.notReady))]
    for (const worker of allWorkers()) sendOrder(worker, { order: 'readiness', notReady })
  }

  async #sendMetrics(worker: Worker, id: string): Promise<void> {
    const text = await this.#options.collectMetrics()?.catch(() => null)
    sendOrder(worker, { order: 'metrics', id, text: text ?? null })
  }
}

function allWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** Messages to an exiting worker are dropped; the pool handles its exit. */
function sendOrder(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined)
}
