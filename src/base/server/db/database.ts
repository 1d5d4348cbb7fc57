import { SpanKind } from '@opentelemetry/api'
import { TransactionRollbackError } from 'drizzle-orm/errors'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { partOf, SERVERS_HERE } from '#base/server/concurrency/servers-here.ts'
import { inSpan } from '#base/server/tracing/span.ts'
import { requireWritable, rejectingWhenReadOnly, type Changes } from './read-only-mode.ts'
import { onOneConnection } from './one-connection.ts'
import { enforceQueryTimeout, timeLimits, withinLimits, type TimeLimits } from './time-limits.ts'

export type Database = NodePgDatabase
/** A transaction, or the database itself for a single statement. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Reads inside or outside a transaction. */
export type Queries = Database | Transaction

/** An open pool, with its query builder. */
export interface DatabaseConnection {
  db: Database
  pool: pg.Pool
  /**
   * For short writes whose last half second may be lost in a crash: heartbeats, rate limit counters, last activity.
   * Their commits wait for neither disk nor standby, so they work in an outage.
   */
  unsynced: pg.Pool
  /** How far the machine's clock is ahead of the database's (`nodes/heartbeat.ts`). */
  machineClock: { aheadMs: number }
  /** Whether the database is read-only (`read-only-mode.ts`). */
  changes: Changes
  close: () => Promise<void>
}

/** Anything that runs statements: a pool, a connection or a transaction. */
export interface Statements {
  query: <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<Row>>
}

/** Two for counters that wait for each other's rows, one for the heartbeat. */
const UNSYNCED_CONNECTIONS = 3

/** How a database is used. */
export interface Purpose {
  limits: TimeLimits
  /** For short statements with asynchronous commits; otherwise the product's default. */
  unsynced?: TimeLimits
  /** Pool size. */
  connections: number
}

/** Shared by all servers of a machine; with too few, one lock wait would block others. */
const forRequests = (servers: number) => partOf(20, { atLeast: 4, servers })

/** Purposes of server and commands. */
export const purposes = {
  requests: { limits: timeLimits.requests, connections: forRequests(SERVERS_HERE) },
  jobs: { limits: timeLimits.jobs, connections: 5 },
  /** As the owner, for audit check results (docs/decisions/0038). */
  keeper: { limits: timeLimits.jobs, connections: 2 },
  commands: { limits: timeLimits.commands, connections: 20 },
} as const satisfies Record<string, Purpose>

/**
 * Maximum connections of a machine's servers: one runs the jobs, one more exists while they are replaced, and a command
 * may run beside them.
 */
export function connectionsOf(servers: number): number {
  const { jobs, keeper, commands } = purposes
  const atOnce = servers === 1 ? 1 : servers + 1
  const each = forRequests(servers) + UNSYNCED_CONNECTIONS + keeper.connections
  return atOnce * each + jobs.connections + commands.connections
}

/** Runs statements: a connection or a pool. */
export interface Sending {
  query: (...given: never[]) => unknown
}

/**
 * Opens a pool for a `postgres://` URL.
 *
 * @param watch receives each connection before its first statement (`watch-statements.ts`)
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
    // Without a listener, a connection error between two statements would end the process. The next statement reports
    // it.
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

/** Runs work in a transaction that is rolled back. Nested transactions become savepoints. */
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

/** A pool limited to the one transaction; anything else would open another connection and commit. */
function poolOfOne(pool: pg.Pool, client: pg.PoolClient): pg.Pool {
  return new Proxy(pool, {
    get(_, name) {
      if (name === 'query') return client.query.bind(client)
      throw new Error(`A dry run has one connection: "pool.${String(name)}" would open another.`)
    },
  })
}
