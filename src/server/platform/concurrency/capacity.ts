import { createWorkQueue, type WorkQueue } from '#server/platform/concurrency/work-queue.ts'
import { DomainError } from '#server/platform/domain-error.ts'

/** About what one server answers in a second and a half: with more at work everybody waits longer, and nobody is done sooner. */
const AT_ONCE = 1000
const COME_BACK_SECONDS = 2

/** Takes on no more than a server can do in a time worth waiting for: beyond that, 503 before anything is begun. */
export type Capacity = WorkQueue

/** What one server takes on at once. */
export function createCapacity(atOnce = AT_ONCE): Capacity {
  return createWorkQueue({ width: atOnce, maxWaiting: 0, whenFull: tooMuch })
}

function tooMuch(): DomainError {
  return new DomainError(
    'unavailable',
    'The service is busy. Your request was not processed; please try again in a moment.',
    { retryAfterSeconds: COME_BACK_SECONDS },
  )
}
