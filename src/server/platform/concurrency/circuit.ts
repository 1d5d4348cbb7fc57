/** Stands before calls to somebody else, and makes none for a while once several have failed. */
export interface Circuit {
  /**
   * Makes a call, unless it rests: then it says at once what `refuse` makes of the seconds until it tries again.
   *
   * @throws what the call throws, or what `refuse` makes
   */
  run: <Result>(call: () => Promise<Result>, refuse: (seconds: number) => Error) => Promise<Result>
  /** Counts a call that failed after it had been answered, as one whose content breaks off. */
  noteFailure: () => void
}

export interface CircuitOptions {
  /** So many failures, one after another, open it. */
  opensAfter: number
  /** For so long nobody is called, in milliseconds; then one call tries, and all others wait for what comes of it. */
  restsMs: number
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
}

/**
 * A circuit breaker. Whoever calls what does not answer waits as long as they may; with this the first few do, and everybody
 * after them hears at once when it is worth trying again.
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
