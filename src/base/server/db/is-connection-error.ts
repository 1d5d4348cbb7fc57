/** Network error codes of an unreachable or lost server. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * SQLSTATE codes (PostgreSQL documentation, appendix A): connection failures (08), disk full, too many connections,
 * shutdown, killed, starting, read-only after a failover; timeouts (57014, 55P03, 25P03, 25P04) and deadlocks (40001,
 * 40P01).
 */
const SQL_STATES = /^(?:08...|53100|53300|57P0[1-3]|57P05|57014|55P03|25P0[34]|25006|40001|40P01)$/u

/** Messages of the driver, which have no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/u

/** Whether an error means that the database is currently unavailable, so that a retry makes sense. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return matches(error) || isConnectionError(error.cause)
}

function matches(error: Error): boolean {
  if (DRIVER_MESSAGES.test(error.message)) return true
  const code = 'code' in error ? String(error.code) : ''
  // The socket of a local PostgreSQL that is not running.
  const noSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return noSocket || NETWORK_CODES.has(code) || SQL_STATES.test(code)
}
