import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { Refusal } from '#server/refusal.ts'

export type Database = NodePgDatabase
/** A transaction, or the database itself where one statement is enough. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** An open pool, and the query builder over it. */
export interface DatabaseConnection {
  db: Database
  pool: pg.Pool
  close: () => Promise<void>
}

const MAX_CONNECTIONS = 20
const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000

/** Opens a pool of connections to the database at a `postgres://` address. */
export function openDatabase(url: string, onIdleError: (error: Error) => void): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'client-onboarding',
  })
  pool.on('error', onIdleError)
  // A connection that breaks between two statements of a transaction would end the process, were nobody to listen.
  // The next statement says it to whoever holds the connection.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db: Database = drizzle(pool)
  db.transaction = (work, config) =>
    onOneConnection(pool, (client) => drizzle(client).transaction(work, config))
  return { db, pool, close: () => pool.end() }
}

/**
 * Lets work have a connection, and takes it back however the work ends. After a fault nobody knows what state the
 * connection is in (it may hold an open transaction), so it is closed instead of being used again.
 */
async function onOneConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isSound = false
  try {
    const result = await work(client)
    isSound = true
    return result
  } catch (error) {
    isSound = error instanceof Refusal
    throw error
  } finally {
    client.release(!isSound)
  }
}
