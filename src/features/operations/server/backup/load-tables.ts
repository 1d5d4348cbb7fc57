import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { knownMigrations, offlineStatements, type Migration } from '#base/server/db/migrations.ts'
import { MIGRATIONS_TABLE, MIGRATION_LOCK } from '#base/server/db/run-migrations.ts'
import { listOf } from './dump-tables.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { COPY_SETTINGS, tablesIn } from './tables.ts'

/** What a restore ended, by id: it may have been revoked or removed since the backup. */
export interface EndedIntegrations {
  apiTokens: string[]
  webhooks: string[]
}

/**
 * Creates the schema of the backup and fills it in one transaction, which also ends API tokens and pauses webhooks, so
 * that no server ever sees them in use.
 *
 * @param ownerUrl as the future owner of the schema
 * @throws BackupError where the database is not empty, or the backup is of a newer version
 */
export async function loadTables(
  ownerUrl: string,
  folder: string,
  manifest: Manifest,
): Promise<EndedIntegrations> {
  const steps = stepsOf(manifest)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'client-onboarding restore' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(COPY_SETTINGS)
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await refuseUnlessEmpty(client)
    await client.query(MIGRATIONS_TABLE)
    for (const statement of steps.flatMap(offlineStatements)) await client.query(statement)
    await fill(client, folder, manifest.tables)
    const ended = await endIntegrations(client)
    await client.query('commit')
    return ended
  } finally {
    await client.end()
  }
}

async function endIntegrations(client: pg.Client): Promise<EndedIntegrations> {
  const tables = await tablesIn(client)
  if (!tables.includes('api_tokens')) return { apiTokens: [], webhooks: [] }
  const idsOf = async (statement: string) => {
    const { rows } = await client.query<{ id: string }>(statement)
    return rows.map(({ id }) => id)
  }
  return {
    apiTokens: await idsOf('update api_tokens set revoked_at = now() where revoked_at is null returning id'),
    webhooks: await idsOf(
      `update webhook_endpoints set state = 'paused', state_reason = 'restore', tested_at = null
        where state = 'on' returning id`,
    ),
  }
}

/** The migrations that had run when the backup was made. */
function stepsOf({ schema }: Manifest): Migration[] {
  const steps = knownMigrations().filter(({ madeAt }) => madeAt <= schema.newest)
  if (steps.length === schema.migrations && steps.at(-1)?.madeAt === schema.newest) return steps
  throw new BackupError(
    'The backup was created by another version of the application, whose schema this version does not know. ' +
      'Restore it with the version that created it, or a newer one.',
  )
}

/** @throws BackupError naming what is there */
export async function refuseUnlessEmpty(client: pg.ClientBase): Promise<void> {
  const [found] = await tablesIn(client)
  if (found === undefined) return
  throw new BackupError(
    `The database is not empty (it holds ${found}). A backup can be restored only into an empty database: create a new ` +
      'one, or set another DATA_DIR for the embedded database.',
  )
}

/**
 * Rows come in any order, so triggers and constraints are disabled until all are loaded. Recreating foreign keys at the
 * end checks every row.
 */
async function fill(client: pg.Client, folder: string, tables: Manifest['tables']): Promise<void> {
  const foreignKeys = await takeOffForeignKeys(client)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  for (const table of tables) await fillOne(client, folder, table)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
  await continueSequences(client)
}

async function takeOffForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return rows
}

async function fillOne(
  client: pg.Client,
  folder: string,
  { name, columns, rows, file }: Manifest['tables'][number],
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${listOf(columns)}) from stdin`))
  await pipeline(createReadStream(path.join(folder, file)), createGunzip(), copy)
  if (copy.rowCount !== rows)
    throw new BackupError(`Of ${rows} rows of ${name}, ${copy.rowCount} were in the backup.`)
}

/** Moves sequences past the existing rows. */
async function continueSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select refobjid::regclass::text as table, quote_ident(attname) as column, pg_class.oid::regclass::text as sequence
       from pg_depend
       join pg_class on pg_class.oid = objid and relkind = 'S' and relnamespace = 'public'::regnamespace
       join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where deptype in ('a', 'i')`,
  )
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1::regclass, greatest(max(${column}), 1), max(${column}) is not null) from ${table}`,
      [sequence],
    )
  }
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name)
}
