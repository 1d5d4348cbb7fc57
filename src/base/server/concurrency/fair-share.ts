import { createOwnerQueues, type OwnerQueues } from '#base/server/concurrency/owner-queues.ts'
import { partOf } from '#base/server/concurrency/servers-here.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** Pages need less, even in several tabs; the database pool is twice as large. */
const AT_ONCE = partOf(10, { atLeast: 2 })
/** More than a browser sends; a second of waiting is acceptable. */
const MAX_WAITING = partOf(200, { atLeast: 50 })

/** A queue for each signed-in user, with 429 when full, so that no user blocks others. */
export type FairShare = OwnerQueues

/** The shares of one server. */
export function createFairShare(atOnce = AT_ONCE, maxWaiting = MAX_WAITING): FairShare {
  return createOwnerQueues({ width: atOnce, maxWaiting, whenFull: tooMuchAtOnce })
}

/** The error for a user with too many requests. */
export function tooMuchAtOnce(): DomainError {
  return new DomainError('throttled', 'Too many requests at once. Please try again in a second.', {
    code: 'throttled',
    retryAfterSeconds: 1,
  })
}
