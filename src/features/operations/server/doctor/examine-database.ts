import pg from 'pg'
import { QUEUE_SCHEMA, roleOf } from '#base/server/db/application-role.ts'
import { urlsIn } from '#base/server/db/external-database.ts'
import { OLDEST_MAJOR_VERSION } from '#base/server/db/migrate.ts'
import { SCHEMA } from '#base/server/db/migrations.ts'
import { requireSameDatabase } from '#base/server/db/require-same-database.ts'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { reasonOf } from '#base/server/logging/describe-error.ts'
import { examine, ok, problem, warning, type Finding, type Outcome } from './finding.ts'

const CONNECT_MS = 5000

type Privilege = 'may_create' | 'has_trigrams' | 'may_grant' | 'is_limited'

interface RoleRow {
  role: string
  database: string
  version: string
  major: number
}

/** Examines the configured database as both roles; no findings for the embedded one. Writes nothing. */
export async function examineDatabase(settings: Settings): Promise<Finding[]> {
  const urls = urlsIn(settings)
  if (urls === undefined) return []
  const { url, ownerUrl } = urls
  const roles = await Promise.all([
    examine('database-role', 'DATABASE_URL', () => examineRole('DATABASE_URL', url)),
    url === ownerUrl
      ? []
      : examine('database-owner', 'DATABASE_OWNER_URL', () => examineRole('DATABASE_OWNER_URL', ownerUrl)),
  ])
  const found = roles.flat()
  if (found.some(({ state }) => state === 'problem')) return found
  const more = await Promise.all([
    examine('database-agreement', 'One database', async () => {
      await requireSameDatabase(urls)
      return ok(url === ownerUrl ? 'One role for everything.' : 'Both roles connect to the same one.')
    }),
    examine('database-privileges', 'Privileges', () => examinePrivileges(urls)),
    examine('database-schema', 'Schema', () => examineSchema(ownerUrl)),
  ])
  return [...found, ...more.flat()]
}

async function examineRole(variable: string, url: string): Promise<Outcome> {
  const { role, database, version, major } = await rowOf(variable, url)
  return major < OLDEST_MAJOR_VERSION
    ? problem(`PostgreSQL ${version} is too old. Upgrade it to ${OLDEST_MAJOR_VERSION} or newer.`)
    : ok(`Role ${role}, database ${database}, PostgreSQL ${version}.`)
}

async function rowOf(variable: string, url: string): Promise<RoleRow> {
  try {
    const [row] = await query<RoleRow>(
      url,
      `select current_user as role, current_database() as database, current_setting('server_version') as version,
        current_setting('server_version_num')::int / 10000 as major`,
    )
    if (row === undefined) throw new Error('No row was returned.')
    return row
  } catch (error) {
    throw new Error(
      `The database cannot be used: ${reasonOf(error)}. Check ${variable} and the database server.`,
      { cause: error },
    )
  }
}

/** What the owner needs to migrate, and what the application role must not have. */
async function examinePrivileges({ url, ownerUrl }: DatabaseUrls): Promise<Outcome | Outcome[]> {
  const role = await roleOf(url)
  const [row] = await query<Record<'owner' | 'database', string> & Record<Privilege, boolean>>(
    ownerUrl,
    `select current_user as owner, current_database() as database,
      has_database_privilege(current_database(), 'create') or to_regnamespace('${QUEUE_SCHEMA}') is not null as may_create,
      exists (select from pg_extension where extname = 'pg_trgm')
        or exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
      pg_has_role(current_user, $1, 'usage') as may_grant,
      (select not rolsuper from pg_roles where rolname = $1) as is_limited`,
    [role],
  )
  if (row === undefined) throw new Error('No row was returned.')
  const { owner, database } = row
  const needed: readonly [has: boolean, advice: string][] = [
    [
      row.may_create,
      `The role ${owner} may not create schemas. As a superuser: ALTER DATABASE ${database} OWNER TO ${owner};`,
    ],
    [row.has_trigrams, "The extension pg_trgm is missing. Install PostgreSQL's contrib modules."],
    [
      row.may_grant,
      `The role ${owner} may not make tables for ${role}. As a superuser: GRANT ${role} TO ${owner};`,
    ],
    [
      url === ownerUrl || row.is_limited,
      `The role ${role} is a superuser and could change the audit log. As a superuser: ALTER ROLE ${role} NOSUPERUSER;`,
    ],
  ]
  const problems = needed.filter(([has]) => !has).map(([, advice]) => problem(advice))
  return problems.length > 0 ? problems : ok('As needed.')
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

async function query<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: readonly string[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
    return (await client.query<Row>(statement, [...values])).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
