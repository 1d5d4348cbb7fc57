import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { knownMigrations, type Migration } from './migrations.ts'

/** An arbitrary number, the same in every process: servers that start together migrate one after another. */
export const MIGRATION_LOCK = 7_234_119_001
/** Polling interval for another server's migrations. */
const POLL_MS = 100

/**
 * Waiting for a lock blocks all later requests, so a migration waits for seconds, lets them pass, and retries for a
 * minute in all.
 */
const LOCK_SECONDS = 3
const PAUSE_MS = 1000
const ATTEMPTS = 15
const LOCK_NOT_AVAILABLE = '55P03'

/** Records executed migrations. */
export const MIGRATIONS_TABLE =
  'create table if not exists migrations (id serial primary key, hash text not null, created_at bigint)'

/**
 * Runs the missing migrations in order; each is recorded with its changes, so that an interrupted start can continue. A
 * contraction is delayed while servers that need the old schema may return.
 *
 * @param client connected as the schema's owner
 * @throws if a migration fails, or its locks are not available within a minute; earlier ones stay
 */
export async function runMigrations(client: pg.ClientBase, steps: readonly Migration[]): Promise<void> {
  await withMigrationLock(client, async () => {
    await client.query(MIGRATIONS_TABLE)
    const taken = await stepsTaken(client)
    for (const step of steps) {
      if (taken.has(step.madeAt) || (await isTooEarlyFor(client, step))) continue
      await (step.kind === 'concurrent' ? takeOneByOne(client, step) : takeWhole(client, step))
    }
  })
}

/** Changes schema or privileges under an exclusive lock: PostgreSQL rejects concurrent grants. */
export async function withMigrationLock(client: pg.ClientBase, change: () => Promise<void>): Promise<void> {
  await takeLock(client)
  try {
    await change()
  } finally {
    // A broken connection has released the lock: the original error is reported.
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
  }
}

/** Runs contractions that were delayed at the start. */
export async function runWaitingMigrations(owner: pg.Pool): Promise<void> {
  const client = await owner.connect()
  try {
    await runMigrations(client, knownMigrations())
  } finally {
    client.release(true)
  }
}

/** Waiting for the lock within a statement would block concurrent index creation. */
async function takeLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.got === true) return
    await wait(POLL_MS)
  }
}

async function stepsTaken(client: pg.ClientBase): Promise<Set<number>> {
  const { rows } = await client.query<{ madeAt: string }>('select created_at as "madeAt" from migrations')
  return new Set(rows.map(({ madeAt }) => Number(madeAt)))
}

/** Whether a server that does not know the migration was alive within the hour: it may be restarted. */
async function isTooEarlyFor(client: pg.ClientBase, { kind, madeAt }: Migration): Promise<boolean> {
  if (kind !== 'contract') return false
  const { rowCount } = await client.query(
    `select from nodes where schema < $1 and seen_at > clock_timestamp() - interval '1 hour'`,
    [madeAt],
  )
  return rowCount !== 0
}

async function takeWhole(client: pg.ClientBase, step: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${LOCK_SECONDS}s'`)
      for (const statement of step.statements) await client.query(statement)
      await note(client, step)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (attempt === ATTEMPTS || !isLockMissing(error)) throw error
      await wait(PAUSE_MS)
    }
  }
}

/** An interrupted statement's leftovers are created again. */
async function takeOneByOne(client: pg.ClientBase, step: Migration): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
      where not indisvalid and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
  for (const statement of step.statements) await client.query(statement)
  await note(client, step)
}

async function note(client: pg.ClientBase, { madeAt, hash, kind }: Migration): Promise<void> {
  await client.query('insert into migrations (hash, created_at) values ($1, $2)', [hash, madeAt])
  if (kind === 'contract') await client.query('insert into contractions (made_at) values ($1)', [madeAt])
}

function isLockMissing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
}
