import path from 'node:path'
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
import { DATABASE, type Endpoint, urlOf } from './cluster-settings.ts'
import { inPlainWords } from './database-start-error.ts'
import { openDatabaseHome, prepareDataDir } from './database-home.ts'
import { runningPostmaster } from './postmaster.ts'
import { takeServerLock } from './server-lock.ts'
import { watchCluster } from './watch-cluster.ts'

/** A running PostgreSQL that this process owns. */
export interface EmbeddedPostgres {
  /** Address of the application's database, for `pg` and `psql`. Holds the password. */
  url: string
  /** Stops PostgreSQL cleanly and gives DATA_DIR free; harmless when repeated. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Folder that holds the database; created when missing. One server at a time may use it. */
  dataDir: string
  /** Receives the few lines that the person who starts the server should read. */
  log: (message: string) => void
  /** For root alone: holds what PostgreSQL's own user cannot reach in place. */
  systemFolder?: string
}

const SYSTEM_FOLDER = '/var/lib/client-onboarding'
const MISSING_DATABASE = '3D000'
const ADOPTION_PATIENCE_MS = 2_000

/**
 * Starts the PostgreSQL in `dataDir`, creating it at the first start. One that an earlier server left running
 * (killed before it could stop it) is adopted, or stopped cleanly and started again.
 *
 * @throws DatabaseStartError with a message in plain words: another server holds the folder, no binaries for this
 *   platform, wrong owner, PostgreSQL did not start
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  systemFolder = SYSTEM_FOLDER,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(dataDir, systemFolder, log)
  } catch (error) {
    throw inPlainWords(error, dataDir)
  }
}

async function start(
  dataDir: string,
  systemFolder: string,
  log: (message: string) => void,
): Promise<EmbeddedPostgres> {
  const folder = prepareDataDir(dataDir)
  const lock = takeServerLock(path.join(folder, 'server.lock'), folder)
  try {
    const home = openDatabaseHome(folder, systemFolder, log)
    const cluster = { home, binaries: findBinaries(home.user, systemFolder, log) }
    const { url, endpoint } = await bringUp(cluster, log)
    const watch = watchCluster(cluster, endpoint, log)
    let stopping: Promise<void> | undefined
    const stop = async (): Promise<void> => {
      await watch.end()
      await stopCluster(cluster)
      lock.release()
    }
    return { url, stop: () => (stopping ??= stop()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Address of the database that a server is running in `dataDir` right now, for a command beside it; undefined where
 * none runs.
 */
export async function findRunningPostgres({
  dataDir,
  log,
  systemFolder = SYSTEM_FOLDER,
}: EmbeddedPostgresOptions): Promise<string | undefined> {
  const home = openDatabaseHome(prepareDataDir(dataDir), systemFolder, log)
  const cluster = { home, binaries: findBinaries(home.user, systemFolder, log) }
  if (!runningPostmaster(clusterFolder(cluster))) return undefined
  const url = urlOf(await endpointOf(cluster), await createCluster(cluster), DATABASE)
  return (await probe(url)) === 'ready' ? url : undefined
}

async function bringUp(
  cluster: Cluster,
  log: (message: string) => void,
): Promise<{ url: string; endpoint: Endpoint }> {
  const password = await createCluster(cluster)
  const endpoint = await endpointOf(cluster)
  const url = urlOf(endpoint, password, DATABASE)
  if (await adopt(cluster, endpoint, url)) {
    log('PostgreSQL was still running from an earlier start and has been taken over.')
    return { url, endpoint }
  }
  await stopCluster(cluster)
  await startCluster(cluster, endpoint)
  await createDatabase(url, urlOf(endpoint, password, 'postgres'))
  return { url, endpoint }
}

/** Whether a PostgreSQL that is already running can serve as it is: same settings, and it answers. */
async function adopt(cluster: Cluster, endpoint: Endpoint, url: string): Promise<boolean> {
  if (!runningPostmaster(clusterFolder(cluster)) || !hasSettings(cluster, endpoint)) return false
  return (await probe(url)) === 'ready'
}

async function createDatabase(url: string, maintenanceUrl: string): Promise<void> {
  if ((await probe(url)) !== 'missing') return
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function probe(url: string): Promise<'ready' | 'missing' | 'silent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ADOPTION_PATIENCE_MS })
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'ready'
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === MISSING_DATABASE ? 'missing' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}
