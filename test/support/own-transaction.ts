import pg from 'pg'

/**
 * Works in a transaction that may last as long as a busy machine needs: on a connection of its own, since those of a
 * server let no transaction wait for longer than a user would (`src/server/platform/db/time-limits.ts`). What it holds it lets
 * go of whatever happens, and what it did not commit is undone.
 *
 * @param pool of the database that is meant
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
