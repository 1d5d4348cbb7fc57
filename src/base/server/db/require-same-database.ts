import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'

/** Advisory locks have 64 bits; a random one of this range collides with no other. */
const MAX_LOCK = 2 ** 48 - 1

/** A connection's database, for the error message. */
interface DatabaseLocation {
  database: string
  server: string
  /** The newest migration; null without this application's schema, or without the right to read it. */
  migration: string | null
}

/** DATABASE_URL and DATABASE_OWNER_URL name different databases; the message names both. */
class DatabaseMismatchError extends Error {}

/**
 * Proves that both roles work on the same database: one takes an advisory lock, which the other must find taken. Names,
 * addresses and identifiers can differ or agree by accident. Writes nothing.
 *
 * @throws DatabaseMismatchError if they do not
 */
export async function requireSameDatabase({ url, ownerUrl }: DatabaseUrls): Promise<void> {
  if (url === ownerUrl) return
  const [owner, application] = await Promise.all([connect(ownerUrl), connect(url)])
  try {
    const lock = randomInt(MAX_LOCK)
    await owner.query('begin')
    await owner.query('select pg_advisory_xact_lock($1)', [lock])
    const { rows } = await application.query<{ taken: boolean }>(
      'select pg_try_advisory_xact_lock($1) as taken',
      [lock],
    )
    if (rows[0]?.taken === false) return
    await owner.query('rollback')
    throw new DatabaseMismatchError(
      'DATABASE_URL and DATABASE_OWNER_URL must name the same database. ' +
        `DATABASE_URL connects to ${describe(await locationOf(application, url))}; ` +
        `DATABASE_OWNER_URL connects to ${describe(await locationOf(owner, ownerUrl))}. Correct one of them; nothing was changed.`,
    )
  } finally {
    await Promise.all([owner.end(), application.end()])
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'client-onboarding settings check',
  })
  await client.connect()
  return client
}

async function locationOf(client: pg.Client, url: string): Promise<DatabaseLocation> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const migration = await client
    .query<{ hash: string }>('select left(hash, 8) as hash from migrations order by created_at desc limit 1')
    .then(({ rows: [newest] }) => newest?.hash ?? null)
    .catch(() => null)
  const { hostname, port, searchParams } = new URL(url)
  const server = `${searchParams.get('host') ?? hostname}:${port || searchParams.get('port') || '5432'}`
  return { database: rows[0]?.database ?? '', server, migration }
}

function describe({ database, server, migration }: DatabaseLocation): string {
  return `“${database}” at ${server} (${migration === null ? 'no schema of this application' : `schema ${migration}`})`
}
