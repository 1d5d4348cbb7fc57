/** Guards calls to an external service, and pauses them after several failures. */
export interface Circuit {
  /**
   * Makes a call, or throws `refuse(seconds)` while paused.
   *
   * @throws what the call throws, or the error of `refuse`
   */
  run: <Result>(call: () => Promise<Result>, refuse: (seconds: number) => Error) => Promise<Result>
  /** Counts a failure after the response, such as interrupted content. */
  noteFailure: () => void
}

export interface CircuitOptions {
  /** Number of consecutive failures that open it. */
  opensAfter: number
  /** Pause in milliseconds; then one trial call decides. */
  restsMs: number
  /** Monotonic milliseconds. */
  now?: () => number
}

/**
 * A circuit breaker. Calls to an unresponsive service wait for their timeout; after the first few, others fail at once
 * with a retry hint.
 */
export function createCircuit({
  opensAfter,
  restsMs,
  now = () => performance.now(),
}: CircuitOptions): Circuit {
  let failures = 0
  let restsUntil = 0
  let isTrying = false
  const noteFailure = () => {
    failures += 1
    if (failures >= opensAfter) restsUntil = now() + restsMs
  }
  const secondsLeft = () => Math.max(1, Math.ceil((restsUntil - now()) / 1000))
  return {
    noteFailure,
    async run(call, refuse) {
      const isOpen = failures >= opensAfter
      if (isOpen && (isTrying || now() < restsUntil)) throw refuse(secondsLeft())
      isTrying = isOpen
      try {
        const result = await call()
        failures = 0
        return result
      } catch (error) {
        noteFailure()
        throw error
      } finally {
        if (isOpen) isTrying = false
      }
    },
  }
}
