import type { Context } from '#server/context.ts'
import { Refusal } from '#server/refusal.ts'
import type { LimitName } from './limits.ts'
import { takePlace, type Place } from './places.ts'

const MINUTE = 60

/** "40 seconds", "3 minutes": never less than there is to wait. */
function waitInWords(seconds: number): string {
  const [count, unit] = seconds < MINUTE ? [seconds, 'second'] : [Math.ceil(seconds / MINUTE), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The no to somebody who has to wait. */
export function tooMany(reason: string, retryAfterSeconds: number): Refusal {
  return new Refusal('throttled', `${reason} Please try again in ${waitInWords(retryAfterSeconds)}.`, {
    code: 'throttled',
    retryAfterSeconds,
  })
}

/** An attempt that fails counts, whatever the reason, unless we had no time for it. */
function countsWhenFailed(error: unknown): boolean {
  return !(error instanceof Refusal && error.kind === 'unavailable')
}

/**
 * Makes an attempt in a place that was taken for it. It counts unless it succeeds; whoever succeeds does not wait until
 * the place is given back.
 */
export async function attemptIn<Result>(
  { log }: Pick<Context, 'log'>,
  place: Place,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await attempt()
    // One that cannot be given back is free again when the window ends.
    place.leave('does-not-count').catch((err: unknown) => log.warn({ err }, 'a place was not given back'))
    return result
  } catch (error) {
    await place.leave(countsWhenFailed(error) ? 'counts' : 'does-not-count')
    throw error
  }
}

/**
 * Makes an attempt where a limit leaves room for it. It counts unless it succeeds.
 *
 * @param reason what the caller reads where there is none
 * @throws Refusal throttled (429) where there is none; whatever the attempt throws
 */
export async function attemptWithin<Result>(
  context: Pick<Context, 'database' | 'log'>,
  [name, key, reason]: readonly [name: LimitName, key: string, reason: string],
  attempt: () => Promise<Result>,
): Promise<Result> {
  const place = await takePlace(context, name, key)
  if ('retryAfterSeconds' in place) throw tooMany(reason, place.retryAfterSeconds)
  return attemptIn(context, place, attempt)
}

/**
 * Counts something that is allowed so often, whatever comes of it.
 *
 * @throws Refusal throttled (429) where it has happened that often
 */
export async function countWithin(
  context: Pick<Context, 'database'>,
  [name, key, reason]: readonly [name: LimitName, key: string, reason: string],
): Promise<void> {
  const place = await takePlace(context, name, key)
  if ('retryAfterSeconds' in place) throw tooMany(reason, place.retryAfterSeconds)
  await place.leave('counts')
}
