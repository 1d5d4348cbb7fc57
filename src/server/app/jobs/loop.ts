import { setTimeout as wait } from 'node:timers/promises'

/** Work that this server does again and again, whatever others do. */
export interface Loop {
  /** Lets what runs come to its end. */
  stop: () => Promise<void>
}

/**
 * Does some work at once, and again after a pause, until it is stopped.
 *
 * @param work never throws for long: what it throws is told to `complain`, and the next round comes all the same
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
