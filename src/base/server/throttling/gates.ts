import { tooMuchAtOnce } from '#base/server/concurrency/fair-share.ts'
import { createWorkQueue, type WorkQueue } from '#base/server/concurrency/work-queue.ts'

/** As many as wait for password hashing; a whole office may share one address. */
const MAX_WAITING = 500

/** Attempts of one key on this server: queued, and running. */
export interface Gate {
  line: WorkQueue
  attempts: Set<Promise<void>>
}

/** The gates of one limit. A gate exists only while attempts use it, so keys leave no memory behind. */
export interface Gates {
  enter: (key: string) => Gate
  leave: (key: string) => void
}

export function createGates(): Gates {
  const gates = new Map<string, { gate: Gate; visitors: number }>()
  return {
    enter(key) {
      const known = gates.get(key) ?? {
        gate: {
          line: createWorkQueue({ width: 1, maxWaiting: MAX_WAITING, whenFull: tooMuchAtOnce }),
          attempts: new Set(),
        },
        visitors: 0,
      }
      known.visitors += 1
      gates.set(key, known)
      return known.gate
    },
    leave(key) {
      const known = gates.get(key)
      if (known === undefined) return
      known.visitors -= 1
      if (known.visitors === 0) gates.delete(key)
    },
  }
}
