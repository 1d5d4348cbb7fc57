import { createServer } from 'node:net'

/** How clients connect: a socket in a private folder, or a local port. */
export type Endpoint = { socketDir: string; port: number } | { host: string; port: number }

/** The owner role, which changes the schema, and the application role. */
export const OWNER = 'onboarding'
export const APPLICATION_ROLE = 'onboarding_application'
export const DATABASE = 'onboarding'

/** Part of the socket's file name; no port is opened. */
const SOCKET_PORT = 5432
/** The shortest socket path limit is 104 bytes, including file name and terminator. */
const LONGEST_SOCKET_DIR = 104 - '/.s.PGSQL.5432.lock'.length - 1
const LOOPBACK = '127.0.0.1'

/** Durability first; sized for 2 cores and 2 GB, shared with the application. */
const SETTINGS = {
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // A backend whose client was killed releases its locks soon, even in a long statement.
  client_connection_check_interval: process.platform === 'linux' ? '2s' : '0',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Logs contain neither the values of a rejected row nor those of a statement.
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_line_prefix: '%m [%p] ',
} as const satisfies Record<string, string>

/** A socket if the system and path length allow it, otherwise a local port. */
export async function chooseEndpoint(socketDir: string, portInUse: number | undefined): Promise<Endpoint> {
  const isSocketPossible = process.platform !== 'win32' && Buffer.byteLength(socketDir) <= LONGEST_SOCKET_DIR
  if (isSocketPossible) return { socketDir, port: SOCKET_PORT }
  return { host: LOOPBACK, port: portInUse ?? (await freePort()) }
}

/** The complete settings file of the cluster. */
export function renderSettings(endpoint: Endpoint, maxConnections: number): string {
  const settings: Record<string, string> = {
    max_connections: String(maxConnections),
    ...SETTINGS,
    ...listenSettings(endpoint),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  return ['# Written at every start of the application: changes made here are lost.', ...lines, ''].join('\n')
}

/** The port in a settings file. */
export function portIn(settings: string): number | undefined {
  const found = /^port = '(\d+)'$/m.exec(settings)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** A database login. */
export interface Login {
  role: string
  password: string
}

/** The URL of one of the cluster's databases, for the `pg` client and `psql`. */
export function urlOf(endpoint: Endpoint, { role, password }: Login, database: string): string {
  const base = `postgres://${role}:${encodeURIComponent(password)}@`
  if ('host' in endpoint) return `${base}${endpoint.host}:${endpoint.port}/${database}`
  const socket = encodeURIComponent(endpoint.socketDir)
  return `${base}localhost:${endpoint.port}/${database}?host=${socket}`
}

/** Only the two roles with their passwords; no trust authentication. */
export function renderAccessRules(): string {
  const rules = [OWNER, APPLICATION_ROLE].flatMap((role) => [
    ['local', 'all', role, 'scram-sha-256'],
    ['host', 'all', role, `${LOOPBACK}/32`, 'scram-sha-256'],
  ])
  return `${rules.map((rule) => rule.join(' ')).join('\n')}\n`
}

function listenSettings(endpoint: Endpoint): Record<string, string> {
  if ('host' in endpoint) {
    return { listen_addresses: endpoint.host, unix_socket_directories: '', port: String(endpoint.port) }
  }
  return {
    listen_addresses: '',
    // A list: quoted, since paths may contain commas.
    unix_socket_directories: `"${endpoint.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(endpoint.port),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host: LOOPBACK, port: 0 }, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
