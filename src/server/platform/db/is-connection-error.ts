/** What the network says of a server that cannot be reached, or that has gone. */
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
 * What PostgreSQL says (its documentation, appendix A): connections fail (08), the disk is full, no connection is left,
 * it shuts down, was killed, starts up, or only reads after a change of server; a statement, a lock or a transaction
 * took longer than it may (57014, 55P03, 25P03, 25P04), or two kept each other waiting (40001, 40P01).
 */
const SQL_STATES = /^(?:08...|53100|53300|57P0[1-3]|57P05|57014|55P03|25P0[34]|25006|40001|40P01)$/u

/** What the driver says, which gives it no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/u

/**
 * Whether an error means that the database does not answer just now, rather than that something is wrong: the same
 * request is worth repeating in a moment.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return matches(error) || isConnectionError(error.cause)
}

function matches(error: Error): boolean {
  if (DRIVER_MESSAGES.test(error.message)) return true
  const code = 'code' in error ? String(error.code) : ''
  // the socket of a PostgreSQL of this machine that does not run
  const noSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return noSocket || NETWORK_CODES.has(code) || SQL_STATES.test(code)
}
