/** The embedded database cannot run; the message says why, and what to do, in plain words. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}
