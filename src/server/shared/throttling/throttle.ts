import type { Context } from '#server/shared/context.ts'
import { isConnectionError } from '#server/platform/db/is-connection-error.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import type { LimitKey, LimitName } from './limits.ts'
import { takeSlot, type RateLimitSlot } from './rate-limit-slots.ts'

/** A limit, the key that is counted, and what the caller reads where there is no place. */
type Limited = {
  [Name in LimitName]: readonly [name: Name, key: LimitKey<Name>, reason: string]
}[LimitName]

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Up to here minutes say it better. */
const TWO_HOURS = 2 * HOUR

/** "40 seconds", "3 minutes", "5 hours": never less than there is to wait. */
function waitText(seconds: number): string {
  const [unit, length] =
    seconds < MINUTE ? ['second', 1] : seconds <= TWO_HOURS ? ['minute', MINUTE] : ['hour', HOUR]
  const count = Math.ceil(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The no to somebody who has to wait. */
export function tooMany(reason: string, retryAfterSeconds: number): DomainError {
  return new DomainError('throttled', `${reason} Please try again in ${waitText(retryAfterSeconds)}.`, {
    code: 'throttled',
    retryAfterSeconds,
  })
}

/**
 * An attempt that fails counts, whatever the reason, unless we had no time for it or the database is away: nobody learns
 * from that whether it was right, and who was should not wait a quarter of an hour for a disk that was full.
 */
function countsWhenFailed(error: unknown): boolean {
  return !(error instanceof DomainError && error.kind === 'unavailable') && !isConnectionError(error)
}

/**
 * Makes an attempt in a place that was taken for it. It counts unless it succeeds. Nobody waits until a place is given back: neither
 * who succeeds nor whom the database has kept waiting already.
 */
export async function attemptIn<Result>(
  { log }: Pick<Context, 'log'>,
  slot: RateLimitSlot,
  attempt: () => Promise<Result>,
): Promise<Result> {
  // One that cannot be given back is free again when the window ends.
  const leave = (outcome: 'counts' | 'does-not-count') =>
    void slot.leave(outcome).catch((err: unknown) => log.warn({ err }, 'releasing a rate-limit slot failed'))
  try {
    const result = await attempt()
    leave('does-not-count')
    return result
  } catch (error) {
    leave(countsWhenFailed(error) ? 'counts' : 'does-not-count')
    throw error
  }
}

/**
 * Makes an attempt where a limit leaves room for it. It counts unless it succeeds.
 *
 * @throws DomainError throttled (429) where there is none; whatever the attempt throws
 */
export async function attemptWithin<Result>(
  context: Pick<Context, 'database' | 'log'>,
  [name, key, reason]: Limited,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const slot = await takeSlot(context, name, key)
  if ('retryAfterSeconds' in slot) throw tooMany(reason, slot.retryAfterSeconds)
  return attemptIn(context, slot, attempt)
}

/**
 * Does something that is allowed so often. It counts if it succeeds; what is only rehearsed is not counted.
 *
 * @throws DomainError throttled (429) where it was done that often; whatever the work throws
 */
export async function doWithin<Result>(
  context: Pick<Context, 'database' | 'dryRun'>,
  [name, key, reason]: readonly [name: LimitName, key: string, reason: string],
  work: () => Promise<Result>,
): Promise<Result> {
  if (context.dryRun !== undefined) return work()
  const slot = await takeSlot(context, name, key)
  if ('retryAfterSeconds' in slot) throw tooMany(reason, slot.retryAfterSeconds)
  let outcome: Parameters<RateLimitSlot['leave']>[0] = 'does-not-count'
  try {
    const result = await work()
    outcome = 'counts'
    return result
  } finally {
    await slot.leave(outcome)
  }
}

/**
 * Counts something that is allowed so often, whatever comes of it; what is only rehearsed is not counted.
 *
 * @throws DomainError throttled (429) where it has happened that often
 */
export async function countWithin(
  context: Pick<Context, 'database' | 'dryRun'>,
  [name, key, reason]: Limited,
): Promise<void> {
  if (context.dryRun !== undefined) return
  const slot = await takeSlot(context, name, key)
  if ('retryAfterSeconds' in slot) throw tooMany(reason, slot.retryAfterSeconds)
  await slot.leave('counts')
}
