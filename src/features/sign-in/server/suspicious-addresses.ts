import { and, desc, gt, inArray, like } from 'drizzle-orm'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { rateLimits } from '#base/server/db/throttling-schema.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { limiterOf } from '#base/server/throttling/limiters.ts'
import { limits, SUSPICIOUS_FOR } from '#base/server/throttling/limits.ts'

/** So far above the limit that freed slots do not unblock it. */
const BLOCKED = 1_000_000

/**
 * Counts a failed sign-in from an address. The twentieth within 15 minutes makes it suspicious: its sign-ins are
 * blocked until it is cleared or an hour has passed (decisions, "Brute force").
 *
 * @returns whether this one made it suspicious
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

/**
 * Clears an address, which unblocks its sign-ins.
 *
 * @param answer creates the response in the same transaction, given whether it was blocked
 */
export async function clearSuspiciousAddress<Answer>(
  act: CommandContext,
  ip: string,
  answer: (tx: Transaction, cleared: { address: string; wasBlocked: boolean }) => Promise<Answer>,
): Promise<Answer> {
  const address = addressKey(ip)
  const keys = (['address', 'addressFailures'] as const).map((name) =>
    limiterOf(act.context, name).counters.getKey(address),
  )
  return inTransaction(act, async (work) => {
    const { tx, now } = work
    const cleared = await tx.delete(rateLimits).where(inArray(rateLimits.key, keys)).returning()
    const wasBlocked = cleared.some((row) => isBlocked(row, now))
    const details = { address, wasBlocked }
    await record(work, 'address.cleared', null, details)
    return answer(tx, { address, wasBlocked })
  })
}

/** Blocked addresses and IPv6 networks, with the end of the block. */
export async function blockedAddresses(
  context: Pick<Context, 'database'>,
  now: Date,
): Promise<{ address: string; until: Date }[]> {
  const prefix = limiterOf(context, 'address').counters.getKey('')
  const rows = await context.database.db
    .select()
    .from(rateLimits)
    .where(and(like(rateLimits.key, `${prefix}%`), gt(rateLimits.points, limits.address.points)))
    .orderBy(desc(rateLimits.expire))
  return rows
    .filter((row) => isBlocked(row, now))
    .map(({ key, expire }) => ({ address: key.slice(prefix.length), until: new Date(expire ?? 0) }))
}

/** Whether a counter is a suspicious address's; other full counters expire soon. */
function isBlocked({ points, expire }: typeof rateLimits.$inferSelect, now: Date): boolean {
  return points >= BLOCKED && (expire ?? 0) > now.getTime()
}
