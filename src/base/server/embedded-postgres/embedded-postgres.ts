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

/** A running PostgreSQL owned by this process. */
export interface EmbeddedPostgres extends DatabaseUrls {
  /** Stops PostgreSQL cleanly and releases DATA_DIR; idempotent. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The database folder, created if missing. Only one server at a time may use it. */
  dataDir: string
  /** Receives messages for the operator. */
  log: (message: string) => void
  /** Maximum number of connections; default: more than one server needs. */
  maxConnections?: number
  /** For root only: for files that PostgreSQL's user cannot reach in place. */
  systemFolder?: string
}

const MAX_CONNECTIONS = 60
const SYSTEM_FOLDER = '/var/lib/client-onboarding'
const ADOPTION_TIMEOUT_MS = 2_000
/** A running one that does not answer is busy, or recovering from a crash. */
const COMMAND_TIMEOUT_MS = 20_000
const LOOK_AGAIN_MS = 200

/**
 * Starts the PostgreSQL in `dataDir`, creating it at the first start. One left running by a killed server is adopted,
 * or restarted.
 *
 * @throws DatabaseStartError with a plain message: folder in use, no binaries for this platform, wrong owner,
 * PostgreSQL did not start
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

/** URLs of the database that a server runs in `dataDir`, for a command, once it answers; undefined if none runs. */
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

/** Whether a running PostgreSQL can be adopted: same settings, and it answers. */
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
