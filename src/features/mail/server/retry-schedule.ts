const SECOND_MS = 1000
const FIRST_DELAY_MS = 30 * SECOND_MS
const LONGEST_DELAY_MS = 60 * 60 * SECOND_MS

/** About five days, as usual for mail servers (RFC 5321 section 4.5.4.1). */
const MAX_ATTEMPTS = 125
/** About an hour: rejected recipients rarely start to exist. */
const MAX_ATTEMPTS_WHEN_REFUSED = 8

/** Delay after a number of failed attempts, in milliseconds: exponential backoff up to an hour. */
export function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS)
}

/** Whether no further attempt is made. */
export function isGivenUp(attempts: number, refused: boolean): boolean {
  return attempts >= (refused ? MAX_ATTEMPTS_WHEN_REFUSED : MAX_ATTEMPTS)
}
