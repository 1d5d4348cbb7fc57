import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { auditChecks, type CheckScope } from '#server/db/audit-schema.ts'
import { appendAudit } from './append.ts'
import { verifyChain, type Verification, type VerifiedPlace } from './verify-chain.ts'

type Check = typeof auditChecks.$inferSelect

/**
 * Checks the audit log's chain and keeps what was found, for the dashboards (docs/decisions/0023). What is found
 * altered is told to the server's log, and once to the audit log.
 *
 * @param scope `newest` walks on from where the last sound check ended, `whole` from the first row
 */
export async function checkChain(context: Context, scope: CheckScope): Promise<Verification> {
  const found = await verifyChain(context, scope === 'newest' ? await lastVerified(context) : null)
  await keepFinding(context, scope, found)
  return found
}

/**
 * Keeps what a check found.
 *
 * @param context of the server, or of a command that checks the whole log
 */
export async function keepFinding(
  { database: { db }, log, now }: Pick<Context, 'database' | 'now'> & { log: Pick<Context['log'], 'error'> },
  scope: CheckScope,
  found: Verification,
): Promise<void> {
  const checkedAt = now()
  const outcome = found.sound
    ? soundFacts(found.place)
    : { firstAltered: found.eventId, reason: found.reason }
  const finding = { checkedAt, sound: found.sound, firstAltered: null, reason: null, ...outcome }
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(auditChecks).where(eq(auditChecks.scope, scope)).for('update')
    await tx
      .insert(auditChecks)
      .values({ scope, ...finding })
      .onConflictDoUpdate({ target: auditChecks.scope, set: finding })
    if (found.sound || isKnown(before, found.eventId)) return
    const { eventId, reason } = found
    const details = { eventId, reason }
    const facts = { actor: null, objectId: null, ip: null, at: checkedAt, success: false }
    await appendAudit(tx, { action: 'audit-log.found-altered', details, ...facts })
  })
  if (!found.sound)
    log.error({ firstAltered: found.eventId, reason: found.reason }, 'the audit log was altered')
}

function soundFacts(place: VerifiedPlace | null): Partial<Check> {
  return place === null ? {} : { verifiedUpTo: place.eventId, verifiedCode: place.code }
}

function isKnown(before: Check | undefined, eventId: number): boolean {
  return before?.sound === false && before.firstAltered === eventId
}

/** The last row that any check found sound, with its code; null where there was none. */
async function lastVerified({ database: { db } }: Pick<Context, 'database'>): Promise<VerifiedPlace | null> {
  const checks = await db.select().from(auditChecks)
  const places = checks.flatMap(({ verifiedUpTo, verifiedCode }) =>
    verifiedUpTo === null || verifiedCode === null ? [] : [{ eventId: verifiedUpTo, code: verifiedCode }],
  )
  return places.toSorted((one, other) => other.eventId - one.eventId)[0] ?? null
}
