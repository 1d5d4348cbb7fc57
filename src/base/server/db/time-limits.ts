import { Socket } from 'node:net'
import pg from 'pg'

/** Time limits of database work, in milliseconds; 0: the database's own settings. */
export interface TimeLimits {
  /** For opening a connection, and for a free one in the pool. */
  connectMs: number
  /** One statement, enforced by the database. */
  statementMs: number
  /** Waiting for a lock. */
  lockMs: number
  /** Between two statements of a transaction. */
  idleInTransactionMs: number
  /**
   * Maximum silence of a connection in use, enforced here: a vanished peer sends nothing, and neither does a commit
   * that waits for a lost standby. Longer than the database's own limits, which give a message.
   */
  silenceMs: number
}

/** Limits by kind of work. */
export const timeLimits = {
  /**
   * Requests end within the ten seconds of docs/reliability.md, including a silent connection, or waiting for a pool
   * slot and then a new connection.
   */
  requests: {
    connectMs: 5000,
    statementMs: 6000,
    lockMs: 5000,
    idleInTransactionMs: 6000,
    silenceMs: 7000,
  },
  /** Short single-row statements on few connections: one that hangs blocks others. */
  unsynced: {
    connectMs: 5000,
    statementMs: 4000,
    lockMs: 3000,
    idleInTransactionMs: 4000,
    silenceMs: 5000,
  },
  /** Background work: retention, checks of the whole audit log. */
  jobs: {
    connectMs: 10_000,
    statementMs: 300_000,
    lockMs: 60_000,
    idleInTransactionMs: 60_000,
    silenceMs: 330_000,
  },
  /** Commands of an operator: backups, key rotation. */
  commands: {
    connectMs: 10_000,
    statementMs: 0,
    lockMs: 60_000,
    idleInTransactionMs: 0,
    silenceMs: 0,
  },
} as const satisfies Record<string, TimeLimits>

/** TCP keep-alive delay of a silent connection. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** Connection options that enforce the limits. */
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
 * Closes pool connections that are silent for too long while in use, which fails the caller's statement and frees the
 * slot.
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

/** The database was silent for too long. Whether the statement was executed is unknown. */
class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(silenceMs: number) {
    super(`The database has said nothing for ${silenceMs / 1000} seconds.`)
    this.name = 'SilentDatabaseError'
  }
}
