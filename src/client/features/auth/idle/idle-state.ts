/** How long before the end one is warned (decisions, "Session"), in ms. */
const WARN_BEFORE_MS = 2 * 60_000

export type IdleState =
  | { phase: 'active' }
  /** The dialog counts down. */
  | { phase: 'warning'; secondsLeft: number }
  | { phase: 'over' }

/** Where an idle session stands, and after how many ms that changes (nothing follows once it is over). */
export interface IdleReading {
  state: IdleState
  changesInMs: number
}

/**
 * Where a session stands that ends `idleTimeoutMs` after its last call. Short sessions are warned for half of their
 * time.
 *
 * @param usedAt when the last call was made, and
 * @param now the present, both in ms of the same clock
 */
export function readIdle(usedAt: number, now: number, idleTimeoutMs: number): IdleReading {
  const leftMs = usedAt + idleTimeoutMs - now
  const warnMs = Math.min(WARN_BEFORE_MS, idleTimeoutMs / 2)
  if (leftMs <= 0) return { state: { phase: 'over' }, changesInMs: Infinity }
  if (leftMs > warnMs) return { state: { phase: 'active' }, changesInMs: leftMs - warnMs }
  const secondsLeft = Math.ceil(leftMs / 1000)
  return { state: { phase: 'warning', secondsLeft }, changesInMs: leftMs - (secondsLeft - 1) * 1000 }
}

/** What is left, as on a clock: "1:05". */
export function asCountdown(secondsLeft: number): string {
  return `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
}
