import { partOf } from '#server/concurrency/servers-here.ts'
import { createWorkQueue, QueueFullError, type WorkQueue } from '#server/concurrency/work-queue.ts'
import { Refusal } from '#server/refusal.ts'

/** A page asks for less at once, even with several tabs open; the pool of connections to the database is twice as large. */
const AT_ONCE = partOf(10, { atLeast: 2 })
/** No browser brings so many, and a second is worth waiting for. */
const MAX_WAITING = partOf(200, { atLeast: 50 })
const COME_BACK_SECONDS = 1

/** Lets nobody who is signed in take the place of the others. */
export interface FairShare {
  /**
   * Answers a request of a user: so many of theirs at once, the others after them, in order.
   *
   * @throws Refusal throttled (429) where too many wait; whatever the work throws
   */
  run: <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>
}

/** The shares of one server. Somebody has one while they ask for something, so that users leave nothing behind. */
export function createFairShare(atOnce = AT_ONCE, maxWaiting = MAX_WAITING): FairShare {
  const shares = new Map<string, { queue: WorkQueue; visitors: number }>()
  return {
    async run(userId, work) {
      const share = shares.get(userId) ?? { queue: createWorkQueue(atOnce, maxWaiting), visitors: 0 }
      shares.set(userId, share)
      share.visitors += 1
      try {
        return await share.queue.run(work)
      } catch (error) {
        throw error instanceof QueueFullError ? tooMuch() : error
      } finally {
        share.visitors -= 1
        if (share.visitors === 0) shares.delete(userId)
      }
    },
  }
}

function tooMuch(): Refusal {
  return new Refusal('throttled', 'That is a lot at once. Please try again in a second.', {
    code: 'throttled',
    retryAfterSeconds: COME_BACK_SECONDS,
  })
}
