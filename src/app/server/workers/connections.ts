import pg from 'pg'
import { connectionsOf } from '#base/server/db/database.ts'

/**
 * How many of the requested servers a database's connection limit allows, at least one; connections of a concurrent
 * command are reserved.
 */
export async function maxServers(ownerUrl: string, wanted: number): Promise<number> {
  const taken = await connectionsTaken(ownerUrl)
  let servers = wanted
  while (servers > 1 && connectionsOf(servers) > taken) servers -= 1
  return servers
}

async function connectionsTaken(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ taken: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as taken`,
    )
    return rows[0]?.taken ?? 0
  } finally {
    await client.end()
  }
}
