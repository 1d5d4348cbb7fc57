const SECOND_MS = 1000
const FIRST_DELAY_MS = 30 * SECOND_MS
const LONGEST_DELAY_MS = 60 * 60 * SECOND_MS

/** About five days, as mail servers themselves do (RFC 5321 section 4.5.4.1). */
const MAX_ATTEMPTS = 125
/** About an hour: a recipient who is refused by name rarely comes into being. */
const MAX_ATTEMPTS_WHEN_REFUSED = 8

/** How long to wait after a number of attempts that failed, in milliseconds: twice as long each time, up to an hour. */
export function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS)
}

/** Whether no further attempt is made. */
export function isGivenUp(attempts: number, refused: boolean): boolean {
  return attempts >= (refused ? MAX_ATTEMPTS_WHEN_REFUSED : MAX_ATTEMPTS)
}
