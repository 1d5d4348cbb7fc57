import pg from 'pg'
import { VERSION } from '#base/server/version.ts'
import { grantToApplication, makeQueueSchema, roleOf } from './application-role.ts'
import { knownMigrations, SCHEMA } from './migrations.ts'
import { requireSameDatabase } from './require-same-database.ts'
import { withMigrationLock, runMigrations } from './run-migrations.ts'

/** The oldest PostgreSQL that is supported. */
export const OLDEST_MAJOR_VERSION = 14

/**
 * Migrates the database to this version's schema while servers of the previous version run. Forward only.
 *
 * @param ownerUrl as the schema's owner
 * @param applicationUrl as the application role if separate, which then gets its minimum privileges
 * (docs/decisions/0004)
 * @throws if PostgreSQL is older than 14, the database is from before 1.0.0, a migration fails (and is rolled back), or
 * a newer version has removed something that this one needs; DatabaseRoleError if the roles are not separated;
 * DatabaseMismatchError if they are not of the same database
 */
export async function migrate(ownerUrl: string, applicationUrl = ownerUrl): Promise<void> {
  await requireSameDatabase({ url: applicationUrl, ownerUrl })
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'client-onboarding migrations',
  })
  await client.connect()
  try {
    await refuseOldServer(client)
    await refuseUnreleasedSchema(client)
    await runMigrations(client, knownMigrations())
    await refuseNewerSchema(client)
    await withMigrationLock(client, async () => {
      await makeQueueSchema(client)
      if (applicationUrl !== ownerUrl) await grantToApplication(client, await roleOf(applicationUrl))
    })
  } finally {
    await client.end()
  }
}

/** Whether a database has any version of our schema. */
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

/** Databases from before 1.0.0 have other migrations, and cannot be upgraded. */
async function refuseUnreleasedSchema(client: pg.Client): Promise<void> {
  const [initial] = knownMigrations()
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.users') is not null as found",
  )
  if (rows[0]?.found !== true) return
  const taken = await client.query('select from migrations where created_at = $1', [initial?.madeAt])
  if (taken.rowCount !== 0) return
  throw new Error(
    'The database was created by a version before 1.0.0, which cannot be upgraded. Use an empty database. ' +
      'The embedded one is in DATA_DIR (./data): move that folder away.',
  )
}

async function refuseNewerSchema(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from contractions where made_at > $1', [SCHEMA])
  if (rowCount === 0) return
  throw new Error(
    `The database belongs to a newer version of the application than this one (${VERSION}): what this one needs was ` +
      'taken away. Start the newer version, or restore a backup from before it.',
  )
}
