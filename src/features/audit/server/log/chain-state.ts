import { eq } from 'drizzle-orm'
import type { ChainState } from '#features/audit/api.ts'
import type { Context } from '#base/server/context.ts'
import { auditChecks, auditEvents } from '#features/audit/schema.ts'

type Check = typeof auditChecks.$inferSelect

/** How far the latest checks found the log valid, and the first altered row. */
export async function chainState({ database: { db } }: Pick<Context, 'database'>): Promise<ChainState> {
  const checks = await db.select().from(auditChecks)
  const altered = checks.filter(({ sound }) => !sound).toSorted(byFirstAltered)[0]
  const verifiedUpTo = Math.max(...checks.map((check) => check.verifiedUpTo ?? -1), -1)
  const [last] = await db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(eq(auditEvents.id, verifiedUpTo))
  const whole = checks.find(({ scope }) => scope === 'whole')
  const latest = checks.toSorted((one, other) => other.checkedAt.getTime() - one.checkedAt.getTime())[0]
  return {
    sound: checks.length === 0 ? null : altered === undefined,
    verifiedUpTo: verifiedUpTo < 0 ? null : verifiedUpTo,
    verifiedUntil: last?.at.toISOString() ?? null,
    checkedAt: latest?.checkedAt.toISOString() ?? null,
    wholeCheckedAt: whole?.checkedAt.toISOString() ?? null,
    firstAltered: altered === undefined ? null : alteration(altered),
  }
}

function byFirstAltered(one: Check, other: Check): number {
  return (one.firstAltered ?? 0) - (other.firstAltered ?? 0)
}

function alteration({ firstAltered, reason }: Check): ChainState['firstAltered'] {
  return { id: firstAltered ?? 0, reason: reason ?? '' }
}
