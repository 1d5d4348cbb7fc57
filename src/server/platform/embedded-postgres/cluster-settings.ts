import { createServer } from 'node:net'

/** How clients reach the cluster: a socket in a folder only its owner can enter, or a port of this machine. */
export type Endpoint = { socketDir: string; port: number } | { host: string; port: number }

/** The role that owns everything and changes the schema, and the one that the application works as. */
export const OWNER = 'onboarding'
export const APPLICATION_ROLE = 'onboarding_application'
export const DATABASE = 'onboarding'

/** Names the socket file; no port is opened. */
const SOCKET_PORT = 5432
/** Shortest limit of a socket's path among the supported systems is 104 bytes, with the file's name and a zero. */
const LONGEST_SOCKET_DIR = 104 - '/.s.PGSQL.5432.lock'.length - 1
const LOOPBACK = '127.0.0.1'

/** Durable first; sizes for a machine with 2 cores and 2 GB that also runs the application. */
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
  // a backend whose client was killed gives its locks back soon, also in a long statement
  client_connection_check_interval: process.platform === 'linux' ? '2s' : '0',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // neither the values of a row that was refused nor those of a statement
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_line_prefix: '%m [%p] ',
} as const satisfies Record<string, string>

/** The socket where the system and the length of the path allow one, otherwise a port of this machine. */
export async function chooseEndpoint(socketDir: string, portInUse: number | undefined): Promise<Endpoint> {
  const isSocketPossible = process.platform !== 'win32' && Buffer.byteLength(socketDir) <= LONGEST_SOCKET_DIR
  if (isSocketPossible) return { socketDir, port: SOCKET_PORT }
  return { host: LOOPBACK, port: portInUse ?? (await freePort()) }
}

/** The settings file of the cluster, whole. */
export function renderSettings(endpoint: Endpoint, maxConnections: number): string {
  const settings: Record<string, string> = {
    max_connections: String(maxConnections),
    ...SETTINGS,
    ...listenSettings(endpoint),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  return ['# Written at every start of the application: changes made here are lost.', ...lines, ''].join('\n')
}

/** The port that a settings file names. */
export function portIn(settings: string): number | undefined {
  const found = /^port = '(\d+)'$/m.exec(settings)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Who connects. */
export interface Login {
  role: string
  password: string
}

/** The address of one of the cluster's databases, as the `pg` client and `psql` take it. */
export function urlOf(endpoint: Endpoint, { role, password }: Login, database: string): string {
  const base = `postgres://${role}:${encodeURIComponent(password)}@`
  if ('host' in endpoint) return `${base}${endpoint.host}:${endpoint.port}/${database}`
  const socket = encodeURIComponent(endpoint.socketDir)
  return `${base}localhost:${endpoint.port}/${database}?host=${socket}`
}

/** Only the two roles, only with their passwords; nothing is trusted. */
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
    // a list: quoted, since a path may hold a comma
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
