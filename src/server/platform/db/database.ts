import { SpanKind } from '@opentelemetry/api'
import { TransactionRollbackError } from 'drizzle-orm/errors'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { partOf, SERVERS_HERE } from '#server/platform/concurrency/servers-here.ts'
import { inSpan } from '#server/platform/tracing/span.ts'
import { requireWritable, rejectingWhenReadOnly, type Changes } from './read-only-mode.ts'
import { onOneConnection } from './one-connection.ts'
import { enforceQueryTimeout, timeLimits, withinLimits, type TimeLimits } from './time-limits.ts'

export type Database = NodePgDatabase
/** A transaction, or the database itself where one statement is enough. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** What reads alike in a transaction and outside of any. */
export type Queries = Database | Transaction

/** An open pool, and the query builder over it. */
export interface DatabaseConnection {
  db: Database
  pool: pg.Pool
  /**
   * For short writes of which a crash of the database may lose the last half second: heartbeats, rate-limit counters, when
   * a session was last seen. Their commits wait neither for the disk nor for a standby, so they work while others cannot.
   */
  unsynced: pg.Pool
  /** How far the machine's clock is ahead of the database's, as it was last heard (`nodes/attend.ts`). */
  machineClock: { aheadMs: number }
  /** Whether changes are held back (`changes.ts`). */
  changes: Changes
  close: () => Promise<void>
}

/** Sends statements: a pool, a connection, or a transaction. */
export interface Statements {
  query: <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<Row>>
}

/** Two for counters that wait for each other's rows, one more for the heartbeat. */
const UNSYNCED_CONNECTIONS = 3

/** What a database is opened for. */
export interface Purpose {
  limits: TimeLimits
  /** Of short statements whose commits wait for nothing; the product's own without it. */
  unsynced?: TimeLimits
  /** How many may work with it at once. */
  connections: number
}

/** For the requests of all servers of a machine together; with fewer than some, one that waits for a lock keeps others waiting. */
const forRequests = (servers: number) => partOf(20, { atLeast: 4, servers })

/** What the server opens it for, and what commands do. */
export const purposes = {
  requests: { limits: timeLimits.requests, connections: forRequests(SERVERS_HERE) },
  jobs: { limits: timeLimits.jobs, connections: 5 },
  /** As the owner, for what is known of the audit log (docs/decisions/0038). */
  keeper: { limits: timeLimits.jobs, connections: 2 },
  commands: { limits: timeLimits.commands, connections: 20 },
} as const satisfies Record<string, Purpose>

/**
 * How many connections as many servers of a machine open at most: one of them has the jobs; while they are renewed there is
 * one more of them; and a command may run beside them.
 */
export function connectionsOf(servers: number): number {
  const { jobs, keeper, commands } = purposes
  const atOnce = servers === 1 ? 1 : servers + 1
  const each = forRequests(servers) + UNSYNCED_CONNECTIONS + keeper.connections
  return atOnce * each + jobs.connections + commands.connections
}

/** What sends statements: a connection, or a pool of them. */
export interface Sending {
  query: (...given: never[]) => unknown
}

/**
 * Opens a pool of connections to the database at a `postgres://` address.
 *
 * @param watch gets whatever sends statements before anything is sent (`watch-statements.ts`)
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
  { limits, unsynced: unsyncedLimits = timeLimits.unsynced, connections }: Purpose = purposes.requests,
  watch: (sending: Sending) => void = () => undefined,
): DatabaseConnection {
  const open = (config: pg.PoolConfig, silenceMs: number) => {
    const opened = new pg.Pool(config)
    opened.on('error', onIdleError)
    // A connection that breaks between two statements of a transaction would end the process, were nobody to listen.
    // The next statement says it to whoever holds the connection.
    opened.on('connect', (client) => client.on('error', () => undefined))
    opened.on('connect', watch)
    watch(opened)
    enforceQueryTimeout(opened, silenceMs)
    return opened
  }
  const pool = open({ ...withinLimits(url, limits), max: connections }, limits.silenceMs)
  const unsynced = open(
    {
      ...withinLimits(url, unsyncedLimits),
      max: UNSYNCED_CONNECTIONS,
      options: '-c synchronous_commit=off',
    },
    unsyncedLimits.silenceMs,
  )
  const changes: Changes = { isReadOnly: false }
  const db = rejectingWhenReadOnly(drizzle(pool), changes)
  db.transaction = (work, mode) =>
    inSpan({ name: 'transaction', kind: SpanKind.INTERNAL, attributes: {} }, () =>
      onOneConnection(pool, (client) => drizzle(client).transaction(work, mode)),
    )
  return {
    db,
    pool,
    unsynced,
    machineClock: { aheadMs: 0 },
    changes,
    async close() {
      await Promise.all([unsynced.end(), pool.end()])
    },
  }
}

/**
 * Lets work do whatever it does in one transaction that never commits: what it writes it reads again, and nobody else does.
 * Transactions that it begins are parts of that one.
 */
export async function inRolledBackTransaction<Result>(
  connection: DatabaseConnection,
  work: (database: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  requireWritable(connection.changes)
  const done: Result[] = []
  await onOneConnection(connection.pool, async (client) => {
    try {
      await drizzle(client).transaction(async (tx) => {
        done.push(await work({ ...connection, pool: poolOfOne(connection.pool, client), db: tx }))
        tx.rollback()
      })
    } catch (error) {
      if (!(error instanceof TransactionRollbackError)) throw error
    }
  })
  const [result] = done
  if (done.length === 0) throw new Error('The dry run returned no result.')
  return result as Result
}

/** A pool whose statements are part of the one transaction; anything else would open another connection, and stay. */
function poolOfOne(pool: pg.Pool, client: pg.PoolClient): pg.Pool {
  return new Proxy(pool, {
    get(_, name) {
      if (name === 'query') return client.query.bind(client)
      throw new Error(`A dry run has one connection: "pool.${String(name)}" would open another.`)
    },
  })
}
