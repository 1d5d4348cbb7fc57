import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>
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
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() }
}
