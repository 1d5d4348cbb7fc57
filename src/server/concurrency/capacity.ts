import { createWorkQueue, QueueFullError } from '#server/concurrency/work-queue.ts'
import { Refusal } from '#server/refusal.ts'

/** About what one server answers in a second and a half: with more at work everybody waits longer, and nobody is done sooner. */
const AT_ONCE = 1000
const COME_BACK_SECONDS = 2

/** Takes on no more than a server can do in a time worth waiting for. */
export interface Capacity {
  /** @throws Refusal unavailable (503) where too much is under way, before anything is begun; whatever the work throws */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** What one server takes on at once. */
export function createCapacity(atOnce = AT_ONCE): Capacity {
  const queue = createWorkQueue(atOnce, 0)
  return {
    async run(work) {
      try {
        return await queue.run(work)
      } catch (error) {
        throw error instanceof QueueFullError ? tooMuch() : error
      }
    },
  }
}

function tooMuch(): Refusal {
  return new Refusal(
    'unavailable',
    'Very many people are here just now, and nothing was done with what you sent. Please try again in a moment.',
    { retryAfterSeconds: COME_BACK_SECONDS },
  )
}
