import type { Context } from '#base/server/context.ts'
import { isConnectionError } from '#base/server/db/is-connection-error.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { limits, type LimitKey, type LimitName } from './limits.ts'
import { takeSlot, type RateLimitSlot } from './rate-limit-slots.ts'

/** A limit, the counted key, and the message when it is exceeded. */
type Limited = {
  [Name in LimitName]: readonly [name: Name, key: LimitKey<Name>, reason: string]
}[LimitName]

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Up to here minutes are clearer. */
const TWO_HOURS = 2 * HOUR

/** "40 seconds", "3 minutes", "5 hours": rounded up. */
function waitText(seconds: number): string {
  const [unit, length] =
    seconds < MINUTE ? ['second', 1] : seconds <= TWO_HOURS ? ['minute', MINUTE] : ['hour', HOUR]
  const count = Math.ceil(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The error when a limit is exceeded. */
export function tooMany(reason: string, retryAfterSeconds: number): DomainError {
  return new DomainError('throttled', `${reason} Please try again in ${waitText(retryAfterSeconds)}.`, {
    code: 'throttled',
    retryAfterSeconds,
  })
}

/**
 * Failures count, except when the server is busy or the database unavailable: these reveal nothing about correctness,
 * and a correct user should not wait because of them.
 */
function countsWhenFailed(error: unknown): boolean {
  return !(error instanceof DomainError && error.kind === 'unavailable') && !isConnectionError(error)
}

/** Runs an attempt in its slot. It counts unless it succeeds. Freeing the slot is not awaited. */
export async function attemptIn<Result>(
  { log }: Pick<Context, 'log'>,
  slot: RateLimitSlot,
  attempt: () => Promise<Result>,
): Promise<Result> {
  // A slot that is not freed expires with the window.
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
 * Runs an attempt within a limit. It counts unless it succeeds.
 *
 * @throws DomainError throttled (429) if the limit is exceeded; whatever the attempt throws
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
 * Runs an action within a limit. It counts if it succeeds; dry runs are not counted.
 *
 * @throws DomainError throttled (429) if the limit is exceeded; whatever the action throws
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
 * Counts an action against a limit, whatever its result; dry runs are not counted.
 *
 * @returns how many are left in the window, and its seconds
 * @throws DomainError throttled (429) if the limit is exceeded
 */
export async function countWithin(
  context: Pick<Context, 'database' | 'dryRun'>,
  [name, key, reason]: Limited,
): Promise<Pick<RateLimitSlot, 'left' | 'secondsLeft'>> {
  const { points, window } = limits[name]
  if (context.dryRun !== undefined) return { left: points, secondsLeft: window }
  const slot = await takeSlot(context, name, key)
  if ('retryAfterSeconds' in slot) throw tooMany(reason, slot.retryAfterSeconds)
  await slot.leave('counts')
  return slot
}
