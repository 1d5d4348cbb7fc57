import { Socket } from 'node:net'
import pg from 'pg'

/** How long work with the database may take, in milliseconds; 0 leaves it to what the database is set to. */
export interface TimeLimits {
  /** Until a connection stands, and until one of the pool is free. */
  connectMs: number
  /** One statement, by the database's own watch. */
  statementMs: number
  /** The wait for somebody else's lock. */
  lockMs: number
  /** Between two statements of a transaction. */
  idleInTransactionMs: number
  /**
   * Between two signs of life of a connection that somebody works with, by our watch: a peer that vanished says nothing,
   * and neither does a commit that waits for a standby that is gone (the database's own limits end before it does).
   * Longer than the database's limits, which are told in words.
   */
  silenceMs: number
}

/** What each sort of work is given. */
export const timeLimits = {
  /**
   * Somebody waits for the answer, and has one within the ten seconds that docs/reliability.md promises: in silence with room for
   * what was done before it; for a place in the pool, and then for a new connection in it.
   */
  requests: {
    connectMs: 5000,
    statementMs: 6000,
    lockMs: 5000,
    idleInTransactionMs: 6000,
    silenceMs: 7000,
  },
  /** Short statements of one row over few connections: one that hangs keeps others waiting. */
  unsynced: {
    connectMs: 5000,
    statementMs: 4000,
    lockMs: 3000,
    idleInTransactionMs: 4000,
    silenceMs: 5000,
  },
  /** Beside the requests: retention, checks of the whole audit log. */
  jobs: {
    connectMs: 10_000,
    statementMs: 300_000,
    lockMs: 60_000,
    idleInTransactionMs: 60_000,
    silenceMs: 330_000,
  },
  /** Typed by an operator, who sees that it takes long: backups, a change of keys. */
  commands: {
    connectMs: 10_000,
    statementMs: 0,
    lockMs: 60_000,
    idleInTransactionMs: 0,
    silenceMs: 0,
  },
} as const satisfies Record<string, TimeLimits>

/** After so long without a word a connection's other end is asked whether it is there (TCP keep-alive). */
const KEEP_ALIVE_AFTER_MS = 10_000

/** What a connection is opened with, so that nothing on it takes longer. */
export function withinLimits(url: string, limits: TimeLimits): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'client-onboarding',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  }
}

/**
 * Closes connections of a pool on which nothing was said for too long while somebody worked with them. Whoever works
 * with one hears of it at once, and the place in the pool is free again.
 */
export function enforceQueryTimeout(pool: pg.Pool, silenceMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket?.on('timeout', () => socket.destroy(new SilentDatabaseError(silenceMs)))
  })
  pool.on('acquire', (client) => socketOf(client)?.setTimeout(silenceMs))
  pool.on('release', (_error, client) => socketOf(client)?.setTimeout(0))
}

function socketOf(client: pg.PoolClient): Socket | null {
  const stream = client instanceof pg.Client ? client.connection.stream : null
  return stream instanceof Socket ? stream : null
}

/** The database has said nothing for too long. Whether it carried out what it was asked is not known. */
class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(silenceMs: number) {
    super(`The database has said nothing for ${silenceMs / 1000} seconds.`)
    this.name = 'SilentDatabaseError'
  }
}
