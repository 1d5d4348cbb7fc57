import { createWorkQueue, type WorkQueue } from '#base/server/concurrency/work-queue.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** Roughly what one server answers in 1.5 seconds: more only makes everyone wait longer. */
const AT_ONCE = 1000
const COME_BACK_SECONDS = 2

/** Rejects requests above a server's capacity with 503 before any work. */
export type Capacity = WorkQueue

/** The capacity of one server. */
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
