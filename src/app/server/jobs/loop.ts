import { setTimeout as wait } from 'node:timers/promises'

/** Repeated work of this server. */
export interface Loop {
  /** Waits for running work. */
  stop: () => Promise<void>
}

/**
 * Runs work immediately, and again after each pause, until stopped.
 *
 * @param work errors are passed to `complain`, and the loop continues
 */
export function startLoop(
  work: (stopping: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  complain: (error: unknown) => void,
): Loop {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch(complain)
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
