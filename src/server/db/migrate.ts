import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { grantToApplication, makeQueueSchema, roleOf } from './application-role.ts'

/** Any number, the same in every process: servers that start together migrate one after another. */
export const MIGRATION_LOCK = 7_234_119_001
const MIGRATIONS_FOLDER = fileURLToPath(new URL('migrations', import.meta.url))
const OLDEST_MAJOR_VERSION = 14

/**
 * Brings the database to the schema of this version. Forwards only.
 *
 * @param ownerUrl as the role that the schema belongs to
 * @param applicationUrl as the role that the application works as, where that is another one: it is then given what it
 *   needs and no more (docs/decisions/0013)
 * @throws where the server is older than PostgreSQL 14, or a migration fails (it is then rolled back); DatabaseRoleError
 *   where the two roles are not apart
 */
export async function migrate(ownerUrl: string, applicationUrl = ownerUrl): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'client-onboarding migrations',
  })
  await client.connect()
  try {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMigrations(drizzle(client), {
      migrationsFolder: MIGRATIONS_FOLDER,
      migrationsSchema: 'public',
      migrationsTable: 'migrations',
    })
    await makeQueueSchema(client)
    if (applicationUrl !== ownerUrl) await grantToApplication(client, await roleOf(applicationUrl))
  } finally {
    await client.end()
  }
}

/** A step of the schema. */
export interface Migration {
  /** When it was made, in milliseconds: steps are told apart and ordered by it. */
  madeAt: number
  statements: string[]
}

/** Every step of the schema that this version knows, the first one first. */
export function knownMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis, sql }) => ({
    madeAt: folderMillis,
    statements: sql,
  }))
}

/** Whether a database has a schema of ours, of whichever version. */
export async function isMigrated(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('public.migrations') is not null as found",
    )
    return rows[0]?.found === true
  } finally {
    await client.end()
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num ?? 0) / 10_000)
  if (major < OLDEST_MAJOR_VERSION) {
    throw new Error(
      `The database server is PostgreSQL ${major}; version ${OLDEST_MAJOR_VERSION} or newer is needed.`,
    )
  }
}
