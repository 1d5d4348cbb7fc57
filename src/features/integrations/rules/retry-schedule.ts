const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses after each failed attempt of a delivery (Standard Webhooks). */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** A delivery is given up, and a failing endpoint switched off, after this long. */
export const GIVEN_UP_AFTER_MS = 72 * HOUR

/** Pauses of an endpoint after each failure in a row. */
const RESTS = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, HOUR]
/** A receiver may ask for at most this long a pause. */
const LONGEST_RETRY_AFTER_MS = HOUR

/**
 * When a delivery is attempted again.
 *
 * @param attempts number of failed attempts, from 1
 * @returns null once it is given up
 */
export function nextAttempt(attempts: number, createdAt: Date, now: Date): Date | null {
  const pause = PAUSES[attempts - 1]
  if (pause === undefined || now.getTime() - createdAt.getTime() >= GIVEN_UP_AFTER_MS) return null
  return new Date(now.getTime() + pause)
}

/**
 * How long an endpoint receives nothing after failures in a row, in milliseconds.
 *
 * @param failures from 1
 * @param retryAfterMs what the receiver asked for
 */
export function restAfter(failures: number, retryAfterMs: number | null): number {
  const rest = RESTS[Math.min(failures, RESTS.length) - 1] ?? HOUR
  return retryAfterMs === null ? rest : Math.max(rest, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
}

/** What an attempt means for the delivery and its endpoint. */
export type Verdict = 'delivered' | 'gone' | 'event-refused' | 'endpoint-fails'

/** Statuses about this event alone: others are still sent. */
const ABOUT_THE_EVENT: ReadonlySet<number> = new Set([400, 405, 406, 409, 413, 415, 422])

/** Judges the status of a response. A redirect is a failure: it is never followed. */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return ABOUT_THE_EVENT.has(status) ? 'event-refused' : 'endpoint-fails'
}
