import path from 'node:path'

/** Where a `postgres://` address leads: a socket in a folder, or a host. */
export function postgresAt(databaseUrl: string): { path: string } | { host: string; port: number } {
  const { searchParams, hostname, port } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  if (folder !== null) return { path: path.join(folder, `.s.PGSQL.${port || 5432}`) }
  return { host: hostname, port: Number(port || 5432) }
}

/** The same database by another way: a port of this machine. */
export function through(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}
