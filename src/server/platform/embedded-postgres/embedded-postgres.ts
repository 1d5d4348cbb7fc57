import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import {
  type Cluster,
  clusterFolder,
  createCluster,
  endpointOf,
  hasSettings,
  startCluster,
  stopCluster,
} from './cluster.ts'
import { type DatabaseUrls, makeRoleAndDatabase, urlsOf } from './cluster-roles.ts'
import type { Endpoint } from './cluster-settings.ts'
import { asStartError } from './database-start-error.ts'
import { openDatabaseHome, prepareDataDir } from './database-home.ts'
import { runningPostmaster } from './postmaster.ts'
import { takeServerLock } from './server-lock.ts'
import { watchCluster } from './watch-cluster.ts'

/** A running PostgreSQL that this process owns. */
export interface EmbeddedPostgres extends DatabaseUrls {
  /** Stops PostgreSQL cleanly and gives DATA_DIR free; harmless when repeated. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Folder that holds the database; created when missing. One server at a time may use it. */
  dataDir: string
  /** Receives the few lines that the person who starts the server should read. */
  log: (message: string) => void
  /** How many may be connected at once; what one server needs, and more, unless said. */
  maxConnections?: number
  /** For root alone: holds what PostgreSQL's own user cannot reach in place. */
  systemFolder?: string
}

const MAX_CONNECTIONS = 60
const SYSTEM_FOLDER = '/var/lib/client-onboarding'
const ADOPTION_TIMEOUT_MS = 2_000
/** One that runs and does not answer is busy, or begins anew after a crash. */
const COMMAND_TIMEOUT_MS = 20_000
const LOOK_AGAIN_MS = 200

/**
 * Starts the PostgreSQL in `dataDir`, creating it at the first start. One that an earlier server left running
 * (killed before it could stop it) is adopted, or stopped cleanly and started again.
 *
 * @throws DatabaseStartError with a message in plain words: another server holds the folder, no binaries for this
 *   platform, wrong owner, PostgreSQL did not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    throw asStartError(error, options.dataDir)
  }
}

async function start({
  dataDir,
  log,
  maxConnections = MAX_CONNECTIONS,
  systemFolder = SYSTEM_FOLDER,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = prepareDataDir(dataDir)
  const lock = takeServerLock(path.join(folder, 'server.lock'), folder)
  try {
    const home = openDatabaseHome(folder, systemFolder, log)
    const cluster = { home, binaries: findBinaries(home.user, systemFolder, log), maxConnections }
    const { urls, endpoint } = await bringUp(cluster, log)
    const watch = watchCluster(cluster, endpoint, log)
    let stopping: Promise<void> | undefined
    const stop = async (): Promise<void> => {
      await watch.end()
      await stopCluster(cluster)
      lock.release()
    }
    return { ...urls, stop: () => (stopping ??= stop()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Addresses of the database that a server is running in `dataDir` right now, for a command beside it, once it answers;
 * undefined where none runs.
 */
export async function findRunningPostgres({
  dataDir,
  log,
  maxConnections = MAX_CONNECTIONS,
  systemFolder = SYSTEM_FOLDER,
}: EmbeddedPostgresOptions): Promise<DatabaseUrls | undefined> {
  const home = openDatabaseHome(prepareDataDir(dataDir), systemFolder, log)
  const cluster = { home, binaries: findBinaries(home.user, systemFolder, log), maxConnections }
  if (!runningPostmaster(clusterFolder(cluster))) return undefined
  const urls = urlsOf(await endpointOf(cluster), await createCluster(cluster))
  const until = performance.now() + COMMAND_TIMEOUT_MS
  while (!(await answers(urls.url))) {
    if (performance.now() > until) return undefined
    await wait(LOOK_AGAIN_MS)
  }
  return urls
}

async function bringUp(
  cluster: Cluster,
  log: (message: string) => void,
): Promise<{ urls: DatabaseUrls; endpoint: Endpoint }> {
  const password = await createCluster(cluster)
  const endpoint = await endpointOf(cluster)
  const urls = urlsOf(endpoint, password)
  if (await canAdopt(cluster, endpoint, urls)) {
    log('PostgreSQL was still running from an earlier start and has been taken over.')
  } else {
    await stopCluster(cluster)
    await startCluster(cluster, endpoint)
  }
  await makeRoleAndDatabase(endpoint, password)
  return { urls, endpoint }
}

/** Whether a PostgreSQL that is already running can serve as it is: same settings, and it answers. */
async function canAdopt(cluster: Cluster, endpoint: Endpoint, { ownerUrl }: DatabaseUrls): Promise<boolean> {
  if (!runningPostmaster(clusterFolder(cluster)) || !hasSettings(cluster, endpoint)) return false
  return answers(ownerUrl)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ADOPTION_TIMEOUT_MS })
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
