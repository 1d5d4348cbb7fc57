import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Role } from '#features/access/rules/roles.ts'
import type { Context } from '#base/server/context.ts'
import { auditChecks, type CheckScope } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { recordFailure } from '#features/audit/server/record.ts'
import { systemContext, type TransactionContext } from '#features/access/server/command-context.ts'
import type { Alteration } from './chain-proof.ts'
import { verifyChain, type Verification, type VerifiedPosition } from './verify-chain.ts'

type Check = typeof auditChecks.$inferSelect

/** An arbitrary lock id: findings are stored one after another, so that an alarm is raised once. */
const ADVISORY_LOCK = 7_234_119_003
/** Recipients of the alarm. */
const WATCHERS: Role[] = ['admin', 'system_administrator']

/**
 * Checks the audit log's chain and stores the result for the dashboards (docs/decisions/0038). An alteration is logged,
 * and recorded once in the audit log.
 *
 * @param scope `newest` continues from the last valid check, `whole` starts at the first row
 */
export async function checkChain(context: Context, scope: CheckScope): Promise<Verification> {
  const found = await verifyChain(context, scope === 'newest' ? await lastVerified(context) : null)
  await storeFinding(context, scope, found)
  return found
}

/**
 * Stores the result of a check. An alteration is recorded once in the audit log, the first one is mailed to
 * administrators, and each is logged.
 *
 * @param context of the server, or of a command that checks the whole log
 */
export async function storeFinding(
  context: Pick<Context, 'keeper' | 'keyring' | 'settings' | 'now' | 'log'>,
  scope: CheckScope,
  found: Verification,
): Promise<void> {
  const act = systemContext(context)
  const checkedAt = act.now
  const outcome = found.sound
    ? soundFacts(found.position)
    : { firstAltered: found.eventId, reason: found.reason }
  const finding = { checkedAt, sound: found.sound, firstAltered: null, reason: null, ...outcome }
  await context.keeper.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
    const before = await tx.select().from(auditChecks)
    await tx
      .insert(auditChecks)
      .values({ scope, ...finding })
      .onConflictDoUpdate({ target: auditChecks.scope, set: finding })
    if (found.sound || before.some((check) => isOf(check, found))) return
    const { eventId, reason } = found
    await recordFailure({ ...act, tx }, 'audit-log.found-altered', null, { eventId, reason })
    if (before.every(({ sound }) => sound)) await notifyWatchers({ ...act, tx }, found)
  })
  if (!found.sound)
    context.log.error({ firstAltered: found.eventId, reason: found.reason }, 'the audit log was altered')
}

/** Only for the first alteration, since later checks may find more until it is investigated. */
async function notifyWatchers(
  work: TransactionContext<null, 'keyring' | 'settings'>,
  { eventId, reason }: Alteration,
): Promise<void> {
  const { tx, now } = work
  const watchers = await tx
    .select({ recipient: users.username })
    .from(users)
    .where(and(inArray(users.role, WATCHERS), isNull(users.deactivatedAt)))
  for (const { recipient } of watchers) {
    const data = { eventId, reason, at: now }
    await queueMail(work, { template: 'audit-log-altered', recipient, data })
  }
}

function soundFacts(position: VerifiedPosition | null): Partial<Check> {
  return position === null ? {} : { verifiedUpTo: position.eventId, verifiedCode: position.code }
}

function isOf(check: Check, { eventId }: Alteration): boolean {
  return !check.sound && check.firstAltered === eventId
}

/** The last valid row of any check, with its code; null where there was none. */
async function lastVerified({
  database: { db },
}: Pick<Context, 'database'>): Promise<VerifiedPosition | null> {
  const checks = await db.select().from(auditChecks)
  const positions = checks.flatMap(({ verifiedUpTo, verifiedCode }) =>
    verifiedUpTo === null || verifiedCode === null ? [] : [{ eventId: verifiedUpTo, code: verifiedCode }],
  )
  return positions.toSorted((one, other) => other.eventId - one.eventId)[0] ?? null
}
