import type { Context } from '#server/context.ts'
import { addressKey } from './address-key.ts'
import { limiterOf } from './limiters.ts'
import { limits, SUSPICIOUS_FOR } from './limits.ts'

/** So far over the limit that nothing which is given back meanwhile opens it again. */
const BLOCKED = 1_000_000

/**
 * Counts a failed sign-in from an address. With the twentieth within 15 minutes the address becomes suspicious: its
 * sign-ins are blocked until it is cleared or an hour has passed (decisions, "Brute force").
 *
 * @returns whether it became suspicious by this one
 */
export async function countFailure(context: Pick<Context, 'database'>, ip: string | null): Promise<boolean> {
  const key = addressKey(ip)
  const failures = limiterOf(context, 'addressFailures').counters
  const { consumedPoints } = await failures.penalty(key)
  if (consumedPoints !== limits.addressFailures.points) return false
  await limiterOf(context, 'address').counters.set(key, BLOCKED, SUSPICIOUS_FOR)
  await failures.delete(key)
  return true
}

/** Clears an address: its sign-ins are open again at once. */
export async function clearSuspiciousAddress(context: Pick<Context, 'database'>, ip: string): Promise<void> {
  const key = addressKey(ip)
  await limiterOf(context, 'address').counters.delete(key)
  await limiterOf(context, 'addressFailures').counters.delete(key)
}
