import { mkdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readSettings, type Settings } from '#server/config/settings.ts'
import { connectionsOf } from '#server/db/database.ts'
import { urlsIn } from '#server/db/given-database.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { createLogger } from '#server/logging/logger.ts'
import { say } from '#server/logging/terminal.ts'
import { serversThatFit } from './connections.ts'
import { createCrew, type Crew, type Patience, type Server } from './crew.ts'

/** All servers of a machine. */
export interface Servers {
  /** Puts a new one in the place of each, one after the other, so that nobody who asks for something notices. */
  renew: () => Promise<void>
  /** Ends all of them, as each ends by itself, and then the database where it is ours. */
  stop: () => Promise<void>
}

/** Who lived for so long did not die of how it was started. */
const STEADY_MS = 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Beside what servers and commands need: migrations, an administrator's own session. */
const SPARE_CONNECTIONS = 10

/**
 * Starts as many servers as WORKERS says, on one port, and keeps them there (docs/decisions/0089): one that dies is
 * replaced, and so is one that no longer answers. The database of DATA_DIR, where it is that, is this process's own; jobs are done by one of the servers.
 *
 * @param patience how long they may be silent; a test's
 * @throws where one of them does not come up: it has said why
 */
export async function superviseServers(
  variables: Readonly<Record<string, string | undefined>>,
  patience?: Patience,
): Promise<Servers> {
  const settings = readSettings(variables)
  const log = createLogger({ level: settings.logLevel })
  const { count, embedded } = await openDatabaseOf(settings, log)
  const urls = embedded === null ? null : { url: embedded.url, ownerUrl: embedded.ownerUrl }
  const noteHung = ({ place }: Server) =>
    log.error({ place }, 'a server of this machine no longer answers, and is ended')
  const places = keepPlaces(count, createCrew(count, urls, noteHung, patience), log)
  const stop = async () => {
    await places.empty()
    await embedded?.stop()
  }
  try {
    say(await places.fill())
    return { renew: () => places.renew(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The database that all share: this process's own, or as many servers as one that was given takes. */
async function openDatabaseOf(settings: Settings, log: Logger) {
  const { workers, dataDir } = settings
  const given = urlsIn(settings)
  if (given === undefined) {
    const maxConnections = connectionsOf(workers) + SPARE_CONNECTIONS
    const embedded = await startEmbeddedPostgres({
      dataDir,
      maxConnections,
      log: (message) => log.info(message),
    })
    return { count: workers, embedded }
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const count = await serversThatFit(given.ownerUrl, workers)
  if (count < workers) {
    log.warn({ workers, count }, 'the database takes too few connections for all servers of WORKERS')
  }
  return { count, embedded: null }
}

/** Has a server in each place: somebody new where one was lost, and in all of them when they are renewed. */
function keepPlaces(count: number, crew: Crew, log: Logger) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const holders = new Map<number, Server>()
  const pauses = new Map<number, number>()
  let isEmptying = false
  let renewing = Promise.resolve()

  const seat = (server: Server) => {
    holders.set(server.place, server)
    void server.gone.then(() => replace(server))
  }
  const isMissed = (dead: Server) => !isEmptying && holders.get(dead.place) === dead
  const replace = async (dead: Server) => {
    const { place, startedAt, worker } = dead
    if (!isMissed(dead)) return
    const { exitCode, signalCode } = worker.process
    log.error({ place, exitCode, signalCode }, 'a server of this machine ended, and is replaced')
    const isSteady = performance.now() - startedAt > STEADY_MS
    const pause = isSteady ? FIRST_PAUSE_MS : (pauses.get(place) ?? FIRST_PAUSE_MS)
    pauses.set(place, Math.min(2 * pause, LONGEST_PAUSE_MS))
    await wait(pause)
    if (isMissed(dead)) seat(crew.launch(place))
  }
  const renewOne = async (place: number) => {
    const { server } = await launched(crew, place)
    const former = holders.get(place)
    seat(server)
    if (former === undefined) return
    crew.relieve(former)
    await former.gone
  }
  const renewAll = async () => {
    log.info('the servers of this machine are renewed')
    for (const place of numbers) if (!isEmptying) await renewOne(place)
    log.info('the servers of this machine have been renewed')
  }
  return {
    /** The first makes what all need (keys, schema, demo data) before the others begin. */
    async fill(): Promise<string> {
      const [firstPlace = 1, ...others] = numbers
      const first = await launched(crew, firstPlace)
      seat(first.server)
      await Promise.all(others.map(async (place) => seat((await launched(crew, place)).server)))
      return first.welcome
    },
    renew(): Promise<void> {
      renewing = renewing.then(renewAll).catch((err: unknown) => {
        log.error({ err }, 'not all servers of this machine could be renewed; those that were there serve on')
      })
      return renewing
    },
    async empty(): Promise<void> {
      isEmptying = true
      const everybody = crew.everybody()
      for (const { worker } of everybody) worker.process.kill('SIGTERM')
      await Promise.all(everybody.map(({ gone }) => gone))
    },
  }
}

/** @throws where a server ends before it serves */
async function launched(crew: Crew, place: number): Promise<{ server: Server; welcome: string }> {
  const server = crew.launch(place)
  const welcome = await Promise.race([server.serving, server.gone.then(() => null)])
  if (welcome === null) throw new Error('A server of this machine did not start: it says why above.')
  return { server, welcome }
}
