import { TransactionRollbackError } from 'drizzle-orm/errors'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { partOf, SERVERS_HERE } from '#server/concurrency/servers-here.ts'
import { inSpan, kinds } from '#server/tracing/span.ts'
import { refuseHeldChange, refusingHeldChanges, type Changes } from './changes.ts'
import { gatherWrites, type GatheredWrites } from './gathered-writes.ts'
import { onOneConnection } from './one-connection.ts'
import { openSharedConnections, type SharedConnections } from './shared-connections.ts'
import { endSilence, timeLimits, withinLimits, type TimeLimits } from './time-limits.ts'

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
   * For hot statements that only read, prepared by name: sent over a few connections that everybody shares
   * (`shared-connections.ts`), at a quarter of the cost.
   */
  read: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
  /** The same, for statements that are written as text. */
  reading: Statements
  /**
   * For counters that slow guessers down, on a connection that all of them share: each is a short statement of one row,
   * and commits there do not wait for the disk. What a crash of the database itself loses is the last half second of
   * counting; a crash of this process loses nothing.
   */
  counting: Statements
  /** For hot statements that write a row of their own each: those of the same moment share a transaction (`gathered-writes.ts`). */
  writing: GatheredWrites
  /** For what a server asks again and again of itself and of the others: a connection that nothing else can keep busy. */
  watching: Statements
  /** How far the machine's clock is ahead of the database's, as it was last heard (`nodes/attend.ts`). */
  machineClock: { aheadMs: number }
  /** Whether changes are held back (`changes.ts`). */
  changes: Changes
  close: () => Promise<void>
}

/** Sends statements that are prepared by name, over connections that many share. */
export interface Statements {
  query: <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<Row>>
}

/** PostgreSQL works on as many of our reads at once; one process of Node cannot ask for more. */
const SHARED_CONNECTIONS = 2
const COUNTING_CONNECTIONS = 1
const WATCHING_CONNECTIONS = 1

/** What a database is opened for. */
export interface Purpose {
  limits: TimeLimits
  /** Of statements that share a connection; without it what the product lets them take. */
  shared?: TimeLimits
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
  const lanes = SHARED_CONNECTIONS + COUNTING_CONNECTIONS + WATCHING_CONNECTIONS
  const atOnce = servers === 1 ? 1 : servers + 1
  const each = forRequests(servers) + lanes + keeper.connections
  return atOnce * each + jobs.connections + commands.connections
}

/** Sends statements: a connection, a pool of them, or what gathers them. */
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
  { limits, shared: sharedLimits = timeLimits.shared, connections }: Purpose = purposes.requests,
  watch: (sending: Sending) => void = () => undefined,
): DatabaseConnection {
  const pool = new pg.Pool({ ...withinLimits(url, limits), max: connections })
  pool.on('error', onIdleError)
  // A connection that breaks between two statements of a transaction would end the process, were nobody to listen.
  // The next statement says it to whoever holds the connection.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', watch)
  watch(pool)
  endSilence(pool, limits.silenceMs)
  const changes: Changes = { areHeld: false }
  const writing = gatherWrites(pool)
  watch(writing)
  const db = refusingHeldChanges(drizzle(pool), changes)
  db.transaction = (work, mode) =>
    inSpan({ name: 'transaction', kind: kinds.inside, facts: {} }, () =>
      onOneConnection(pool, (client) => drizzle(client).transaction(work, mode)),
    )
  const sharedConfig = {
    ...withinLimits(url, sharedLimits),
    query_timeout: sharedLimits.silenceMs,
  }
  // Planned once for each connection: what is read along an index needs no other plan for other values, and to make one anew takes
  // longer than to read a page. Left to PostgreSQL, some statements are planned each time, the more rows there are.
  const plannedOnce = { ...sharedConfig, options: '-c plan_cache_mode=force_generic_plan' }
  const shared = openSharedConnections(SHARED_CONNECTIONS, plannedOnce, watch)
  const unsyncedConfig = { ...sharedConfig, options: '-c synchronous_commit=off' }
  const counting = openSharedConnections(COUNTING_CONNECTIONS, unsyncedConfig, watch)
  const watching = openSharedConnections(WATCHING_CONNECTIONS, unsyncedConfig, watch)
  return {
    db,
    pool,
    read: (work) => shared.use((client) => work(readerOf(client))),
    reading: statementsOver(shared),
    counting: statementsOver(counting),
    writing,
    watching: statementsOver(watching),
    machineClock: { aheadMs: 0 },
    changes,
    async close() {
      await shared.close()
      await counting.close()
      await watching.close()
      await pool.end()
    },
  }
}

/**
 * Lets work do whatever it does in one transaction that never commits: what it writes it reads again, and nobody else does.
 * Transactions that it begins are parts of that one.
 */
export async function withoutTrace<Result>(
  connection: DatabaseConnection,
  work: (database: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  refuseHeldChange(connection.changes)
  const done: Result[] = []
  await onOneConnection(connection.pool, async (client) => {
    try {
      await drizzle(client).transaction(async (tx) => {
        const reading: Statements = { query: (statement) => client.query(statement) }
        const pool = nobodysPool(connection.pool)
        const rehearsed = { ...connection, pool, db: tx, reading, writing: gatherWrites(pool) }
        done.push(await work({ ...rehearsed, read: (read) => read(tx) }))
        tx.rollback()
      })
    } catch (error) {
      if (!(error instanceof TransactionRollbackError)) throw error
    }
  })
  const [result] = done
  if (done.length === 0) throw new Error('Nothing came of what was to leave no trace.')
  return result as Result
}

/** What is written beside the one transaction would stay: whoever reaches for another connection is a fault. */
function nobodysPool(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(_, name) {
      throw new Error(`What leaves no trace has one connection: "pool.${String(name)}" would open another.`)
    },
  })
}

function statementsOver(connections: SharedConnections): Statements {
  return {
    query: <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) =>
      connections.use((client) => client.query<Row>(statement)),
  }
}

const readers = new WeakMap<pg.Client, Database>()

/** The query builder over a shared connection: the same one always, since statements are prepared once for each. */
function readerOf(client: pg.Client): Database {
  const reader = readers.get(client) ?? drizzle(client)
  readers.set(client, reader)
  return reader
}
