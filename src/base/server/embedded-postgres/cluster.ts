import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Binaries, PostgresProgram } from './binaries.ts'
import {
  type Endpoint,
  OWNER,
  chooseEndpoint,
  portIn,
  renderAccessRules,
  renderSettings,
} from './cluster-settings.ts'
import type { DatabaseHome } from './database-home.ts'
import { DatabaseStartError } from './database-start-error.ts'
import { forgetUncollected, runningPostmaster } from './postmaster.ts'
import { giveTo } from './system-user.ts'

/** A PostgreSQL cluster on disk, and its programs. */
export interface Cluster {
  home: DatabaseHome
  binaries: Binaries
  /** Maximum number of connections. */
  maxConnections: number
}

/** Relative names inside the home folder, where programs run: `pg_ctl` passes paths through a shell. */
const CLUSTER_NAME = 'cluster'
const DRAFT_NAME = 'cluster.new'
const PASSWORD_NAME = 'password'
const SETTINGS_NAME = 'onboarding.conf'
const ACCESS_RULES_NAME = 'pg_hba.conf'
const LOG_NAME = 'postgresql.log'
const LOG_LIMIT_BYTES = 5_000_000
const LOG_LINES_SHOWN = 5
const START_SECONDS = 120
const STOP_SECONDS = 60

/** PostgreSQL's data folder. */
export function clusterFolder({ home }: Cluster): string {
  return path.join(home.folder, CLUSTER_NAME)
}

/**
 * Creates the cluster if missing, and returns its password. Uses a temporary name, so that an interrupted first start
 * leaves no partial database.
 */
export async function createCluster(cluster: Cluster): Promise<string> {
  const folder = clusterFolder(cluster)
  if (existsSync(folder)) {
    requireVersion(cluster)
    return readPassword(cluster)
  }
  const password = writePassword(cluster)
  const draft = path.join(cluster.home.folder, DRAFT_NAME)
  rmSync(draft, { recursive: true, force: true })
  await initialise(cluster)
  appendFileSync(path.join(draft, 'postgresql.conf'), `\ninclude '${SETTINGS_NAME}'\n`)
  renameSync(draft, folder)
  return password
}

/** Writes the settings and access rules, and starts PostgreSQL; resolves once it accepts connections. */
export async function startCluster(cluster: Cluster, endpoint: Endpoint): Promise<void> {
  writeOwned(cluster, fileOf(cluster, SETTINGS_NAME), renderSettings(endpoint, cluster.maxConnections))
  writeOwned(cluster, fileOf(cluster, ACCESS_RULES_NAME), renderAccessRules())
  const log = path.join(cluster.home.folder, LOG_NAME)
  rotateLog(log)
  await forgetUncollected(clusterFolder(cluster))
  const args = ['start', '-D', CLUSTER_NAME, '-l', LOG_NAME, '-w', '-s', '-t', String(START_SECONDS)]
  const result = await run(cluster, 'pg_ctl', args)
  if (result.code === 0) return
  const lines = [result.output.trim(), lastLines(log)].filter(Boolean).join('\n')
  throw new DatabaseStartError(`PostgreSQL did not start. Its log, ${log}, ends with:\n${lines}`)
}

/** Stops PostgreSQL: cleanly, or at once if it does not stop within a minute. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (!runningPostmaster(clusterFolder(cluster))) return
    await run(cluster, 'pg_ctl', [
      'stop',
      '-D',
      CLUSTER_NAME,
      '-m',
      mode,
      '-w',
      '-s',
      '-t',
      String(STOP_SECONDS),
    ])
  }
  const left = runningPostmaster(clusterFolder(cluster))
  if (left) throw new DatabaseStartError(`PostgreSQL (process ${left.pid}) could not be stopped.`)
}

/** The cluster's endpoint; a running one keeps its port. */
export async function endpointOf(cluster: Cluster): Promise<Endpoint> {
  const socketDir = path.join(cluster.home.folder, 'socket')
  mkdirSync(socketDir, { recursive: true })
  giveTo(cluster.home.user, socketDir)
  if (process.platform !== 'win32') chmodSync(socketDir, 0o700)
  const isRunning = runningPostmaster(clusterFolder(cluster)) !== undefined
  return chooseEndpoint(socketDir, isRunning ? portIn(textOf(cluster, SETTINGS_NAME)) : undefined)
}

/** Whether the cluster was last started with exactly these settings and roles. */
export function hasSettings(cluster: Cluster, endpoint: Endpoint): boolean {
  return (
    textOf(cluster, SETTINGS_NAME) === renderSettings(endpoint, cluster.maxConnections) &&
    textOf(cluster, ACCESS_RULES_NAME) === renderAccessRules()
  )
}

function textOf(cluster: Cluster, name: string): string {
  const file = fileOf(cluster, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function fileOf(cluster: Cluster, name: string): string {
  return path.join(clusterFolder(cluster), name)
}

/**
 * Sorts by code point with PostgreSQL's C.UTF-8, the same on every system and after upgrades; queries for display name
 * a collation.
 */
async function initialise(cluster: Cluster): Promise<void> {
  const options = [
    `--pgdata=${DRAFT_NAME}`,
    `--username=${OWNER}`,
    `--pwfile=${PASSWORD_NAME}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
  const { code, output } = await run(cluster, 'initdb', options)
  if (code === 0) return
  throw new DatabaseStartError(
    `The database could not be created in ${cluster.home.folder}:\n${output.trim()}`,
  )
}

function requireVersion(cluster: Cluster): void {
  const made = readFileSync(path.join(clusterFolder(cluster), 'PG_VERSION'), 'utf8').trim()
  const { majorVersion } = cluster.binaries
  if (made === majorVersion) return
  throw new DatabaseStartError(
    `The database in ${clusterFolder(cluster)} was made by PostgreSQL ${made}, and this version of the application ` +
      `brings PostgreSQL ${majorVersion}. Carry it over with pg_upgrade or pg_dump, or start the version that made it.`,
  )
}

function passwordFile({ home }: Cluster): string {
  return path.join(home.folder, PASSWORD_NAME)
}

function writePassword(cluster: Cluster): string {
  const password = randomBytes(24).toString('base64url')
  writeOwned(cluster, passwordFile(cluster), password)
  return password
}

function readPassword(cluster: Cluster): string {
  const file = passwordFile(cluster)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new DatabaseStartError(
    `${file} is missing: it holds the password of the database beside it. Put it back.`,
  )
}

/** Writes the file atomically, readable by PostgreSQL's user only. */
function writeOwned({ home }: Cluster, file: string, text: string): void {
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  // "wx": root must not write through a link created by PostgreSQL's user.
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  giveTo(home.user, draft)
  renameSync(draft, file)
}

function rotateLog(log: string): void {
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`)
}

function lastLines(log: string): string {
  if (!existsSync(log)) return ''
  return readFileSync(log, 'utf8').trim().split('\n').slice(-LOG_LINES_SHOWN).join('\n')
}

/** Runs a PostgreSQL program as PostgreSQL's user, ignoring PG* variables. */
function run(
  { home, binaries }: Cluster,
  program: PostgresProgram,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  return new Promise((resolve) => {
    const child = spawn(binaries.programPath(program), args, {
      ...home.user,
      cwd: home.folder,
      env: { ...env, HOME: home.folder, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    }
    child.once('error', (error) => resolve({ code: -1, output: error.message }))
    // Not "close": on some systems PostgreSQL keeps the pipes open while it runs.
    child.once('exit', (code) => resolve({ code: code ?? -1, output }))
  })
}
