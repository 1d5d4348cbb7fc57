import pg from 'pg'
import { urlsIn } from '#server/platform/db/external-database.ts'
import { SCHEMA } from '#server/platform/db/migrations.ts'
import { requireSameDatabase } from '#server/platform/db/require-same-database.ts'
import type { Settings } from '#server/platform/config/settings.ts'
import { reasonOf } from '#server/platform/logging/describe-error.ts'
import { examine, ok, problem, warning, type Finding, type Outcome } from './finding.ts'

const CONNECT_MS = 5000

interface RoleRow {
  role: string
  database: string
  version: string
  may_create: boolean
}

/** Examines the configured database as both roles; no findings for the embedded one. Writes nothing. */
export async function examineDatabase(settings: Settings): Promise<Finding[]> {
  const urls = urlsIn(settings)
  if (urls === undefined) return []
  const { url, ownerUrl } = urls
  const roles = await Promise.all([
    examine('database-role', 'DATABASE_URL', () => examineRole('DATABASE_URL', url)),
    url === ownerUrl ? [] : examine('database-owner', 'DATABASE_OWNER_URL', () => examineOwner(ownerUrl)),
  ])
  const found = roles.flat()
  if (found.some(({ state }) => state === 'problem')) return found
  const more = await Promise.all([
    examine('database-agreement', 'One database', async () => {
      await requireSameDatabase(urls)
      return ok(url === ownerUrl ? 'One role for everything.' : 'Both roles connect to the same one.')
    }),
    examine('database-schema', 'Schema', () => examineSchema(ownerUrl)),
  ])
  return [...found, ...more.flat()]
}

async function examineRole(variable: string, url: string): Promise<Outcome> {
  const { role, database, version } = await rowOf(variable, url)
  return ok(`Role ${role}, database ${database}, PostgreSQL ${version}.`)
}

async function examineOwner(url: string): Promise<Outcome> {
  const { role, database, version, may_create: mayCreate } = await rowOf('DATABASE_OWNER_URL', url)
  return mayCreate
    ? ok(`Role ${role}, database ${database}, PostgreSQL ${version}.`)
    : problem(
        `The role ${role} may not create schemas in ${database}. As a superuser: ALTER DATABASE ${database} OWNER TO ${role};`,
      )
}

async function rowOf(variable: string, url: string): Promise<RoleRow> {
  try {
    const [row] = await query<RoleRow>(
      url,
      `select current_user as role, current_database() as database, current_setting('server_version') as version,
        has_database_privilege(current_database(), 'create') as may_create`,
    )
    if (row === undefined) throw new Error('No row was returned.')
    return row
  } catch (error) {
    throw new Error(
      `The database cannot be used: ${reasonOf(error)}. Check ${variable} and the database server.`,
      {
        cause: error,
      },
    )
  }
}

async function examineSchema(url: string): Promise<Outcome> {
  const [found] = await query<{ exists: boolean }>(
    url,
    "select to_regclass('public.migrations') is not null as exists",
  )
  if (found?.exists !== true)
    return warning('It does not exist yet: the first start of the server creates it.')
  const [row] = await query<{ newest: string }>(url, 'select max(created_at)::text as newest from migrations')
  const newest = Number(row?.newest ?? 0)
  if (newest < SCHEMA)
    return warning('It is older than this version: the next start of the server migrates it.')
  return newest > SCHEMA ? warning('It is newer than this version.') : ok('It matches this version.')
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
