/** How long before the end the warning shows (decisions, "Session"), in ms. */
const WARN_BEFORE_MS = 2 * 60_000

export type IdleState =
  | { phase: 'active' }
  /** The dialog counts down. */
  | { phase: 'warning'; secondsLeft: number }
  | { phase: 'over' }

/** The state of an idle session and the ms until it changes (none once it is over). */
export interface IdleReading {
  state: IdleState
  changesInMs: number
}

/**
 * The state of a session that ends `idleTimeoutMs` after its last call. Short sessions are warned for half of their
 * time.
 *
 * @param usedAt time of the last call
 * @param now the current time, both in ms of the same clock
 */
export function readIdle(usedAt: number, now: number, idleTimeoutMs: number): IdleReading {
  const leftMs = usedAt + idleTimeoutMs - now
  const warnMs = Math.min(WARN_BEFORE_MS, idleTimeoutMs / 2)
  if (leftMs <= 0) return { state: { phase: 'over' }, changesInMs: Infinity }
  if (leftMs > warnMs) return { state: { phase: 'active' }, changesInMs: leftMs - warnMs }
  const secondsLeft = Math.ceil(leftMs / 1000)
  return { state: { phase: 'warning', secondsLeft }, changesInMs: leftMs - (secondsLeft - 1) * 1000 }
}

/** The time left: "1:05". */
export function asCountdown(secondsLeft: number): string {
  return `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
}
