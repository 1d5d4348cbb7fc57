import { createOwnerQueues, type OwnerQueues } from '#server/platform/concurrency/owner-queues.ts'
import { partOf } from '#server/platform/concurrency/servers-here.ts'
import { DomainError } from '#server/platform/domain-error.ts'

/** A page asks for less at once, even with several tabs open; the pool of connections to the database is twice as large. */
const AT_ONCE = partOf(10, { atLeast: 2 })
/** No browser brings so many, and a second is worth waiting for. */
const MAX_WAITING = partOf(200, { atLeast: 50 })

/** Lets nobody who is signed in take the place of the others: each user has a queue, and 429 beyond it. */
export type FairShare = OwnerQueues

/** The shares of one server. */
export function createFairShare(atOnce = AT_ONCE, maxWaiting = MAX_WAITING): FairShare {
  return createOwnerQueues({ width: atOnce, maxWaiting, whenFull: tooMuchAtOnce })
}

/** The error for an owner who sends more at once than is done for one. */
export function tooMuchAtOnce(): DomainError {
  return new DomainError('throttled', 'Too many requests at once. Please try again in a second.', {
    code: 'throttled',
    retryAfterSeconds: 1,
  })
}
