import pg from 'pg'

/**
 * Runs a transaction without the server's time limits (`src/base/server/db/time-limits.ts`), on a connection of its
 * own, for as long as a busy machine needs. Always releases its locks and rolls back uncommitted changes.
 *
 * @param pool of the database
 */
export async function inOwnTransaction<Result>(
  { options: { connectionString } }: pg.Pool,
  work: (transaction: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.end()
  }
}
