import { and, asc, eq, inArray, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm'
import type { Doer } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import { bulkActRows, bulkActs } from '#features/review/schema/bulk-schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { managersStoodInFor } from '#features/access/server/stand-ins/stand-ins.ts'
import { createInsertBuffer } from '#base/server/insert-buffer.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { resultOf, prepare, withMailOf, type Done } from './actions.ts'
import { notifyManagersOf } from './notify-managers.ts'

type BulkActRow = typeof bulkActs.$inferSelect

/** Number of rows loaded together. */
const ROWS_AT_ONCE = 50
/** Number of rows in a transaction, to share its overhead (docs/decisions/0082). */
const ROWS_TOGETHER = 10
/** Shorter than the database's deadlock timeout, so that no other transaction is aborted. */
const TOGETHER_LOCK_MS = 200
/** An application is not retried after so many internal errors. */
const MAX_FAULTS = 3

/**
 * Runs pending bulk actions in small transactions that claim rows, perform the action and store the results. Safe to
 * interrupt, and to run on several servers at once: each row is claimed by one of them (docs/decisions/0082).
 *
 * @param stopping aborts after the current transaction
 */
export async function runBulkActions(context: Context, stopping?: AbortSignal): Promise<void> {
  for (const due of await claimDue(context)) {
    await doAct(context, due, stopping)
    if (stopping?.aborted === true) return
  }
}

/** From here on they cannot be cancelled, since cancelling writes the same row. */
async function claimDue({ database: { db }, now }: Context): Promise<BulkActRow[]> {
  const time = now()
  const isDue = and(isNull(bulkActs.endedAt), lte(bulkActs.beginsAt, time))
  const open = await db.select({ id: bulkActs.id }).from(bulkActs).where(isDue).limit(1)
  if (open.length === 0) return []
  await db
    .update(bulkActs)
    .set({ startedAt: time })
    .where(and(isDue, isNull(bulkActs.startedAt)))
  return db
    .select()
    .from(bulkActs)
    .where(and(isNull(bulkActs.endedAt), isNotNull(bulkActs.startedAt)))
    .orderBy(asc(bulkActs.beginsAt))
}

async function doAct(context: Context, bulkAct: BulkActRow, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const actor = await actorOf(context.database.db, bulkAct, context.now)
    if (actor === null) await leaveRest(context, bulkAct)
    const left = await context.database.db
      .select({ applicationId: bulkActRows.applicationId })
      .from(bulkActRows)
      .where(and(eq(bulkActRows.bulkActId, bulkAct.id), isNull(bulkActRows.outcome)))
      .orderBy(asc(bulkActRows.faults), asc(bulkActRows.position))
      .limit(ROWS_AT_ONCE)
    if (actor === null || left.length === 0) return end(context, bulkAct)
    let worked = false
    for (const ids of inGroups(left.map(({ applicationId }) => applicationId))) {
      if (stopping?.aborted === true) return
      if (await runRows(context, { bulkAct, actor, stopping }, ids)) worked = true
    }
    // Other servers have all of them; the next run takes what they leave.
    if (!worked) return
  }
}

/** The actor with their current role; null where they have no rights any more. */
async function actorOf(
  db: Queries,
  { actorId }: Pick<BulkActRow, 'actorId'>,
  now: () => Date,
): Promise<Doer | null> {
  const [user] = await db
    .select({ role: users.role, deactivatedAt: users.deactivatedAt, complianceSince: users.complianceSince })
    .from(users)
    .where(eq(users.id, actorId))
  if (user === undefined || user.deactivatedAt !== null || user.complianceSince !== null) return null
  const isManager = user.role === 'wealth_manager'
  const standsInFor = isManager ? await managersStoodInFor(db, actorId, now()) : []
  return { userId: actorId, role: user.role, standsInFor }
}

function inGroups(ids: readonly string[]): string[][] {
  const starts = Array.from(
    { length: Math.ceil(ids.length / ROWS_TOGETHER) },
    (_, group) => group * ROWS_TOGETHER,
  )
  return starts.map((start) => ids.slice(start, start + ROWS_TOGETHER))
}

/** A bulk action in progress. */
interface BulkActionRun {
  bulkAct: BulkActRow
  actor: Doer
  stopping: AbortSignal | undefined
}

/**
 * Processes some applications together, and each separately if that fails, so that the error belongs to one.
 *
 * @returns false where other servers have all of them
 */
async function runRows(context: Context, doing: BulkActionRun, ids: readonly string[]): Promise<boolean> {
  try {
    return await runTogether(context, doing, ids)
  } catch (error) {
    // The next check of the actor decides about the rest.
    if (error instanceof RightsChangedError) return true
    const { bulkAct, stopping } = doing
    const [applicationId = '', ...others] = ids
    if (others.length === 0) {
      context.log.error({ err: error, bulkAct: bulkAct.id }, 'a bulk action failed for an application')
      await countFault(context, { bulkAct, applicationId })
      return true
    }
    let worked = false
    for (const id of ids) {
      if (stopping?.aborted !== true && (await runRows(context, doing, [id]))) worked = true
    }
    return worked
  }
}

/** In one transaction with a short lock timeout, to avoid blocking other users' transactions. */
async function runTogether(
  context: Context,
  { bulkAct, actor }: BulkActionRun,
  ids: readonly string[],
): Promise<boolean> {
  const origin = { ip: bulkAct.ip, userAgent: null }
  const caller: CommandContext<Doer> = { context, actor, origin, now: context.now() }
  const act = withMailOf(caller, bulkAct.act)
  const verb = await prepare(act, bulkAct.act, ids)
  return inTransaction(act, async (work) => {
    if (ids.length > 1) await work.tx.execute(sql.raw(`set local lock_timeout = ${TOGETHER_LOCK_MS}`))
    const claimed = await claim(work, bulkAct, ids)
    if (claimed.length === 0) return false
    await storeResults(work, bulkAct, await resultsOrError(work, verb, claimed))
    // While it waited for a lock, the actor may have been deactivated, or got another role or other clients.
    if (rightsOf(await actorOf(work.tx, bulkAct, context.now)) !== rightsOf(actor))
      throw new RightsChangedError()
    return true
  })
}

/** What decides which applications an actor may change, as comparable text. */
function rightsOf(actor: Doer | null): string {
  return JSON.stringify([actor?.role, actor?.standsInFor?.toSorted()])
}

/** The actor of a bulk action was deactivated, or got another role or other clients, while it ran. */
class RightsChangedError extends Error {
  override name = 'RightsChangedError'
}

/** Claims the rows that no other server has locked or processed. */
async function claim(
  { tx }: TransactionContext<Doer>,
  { id }: BulkActRow,
  ids: readonly string[],
): Promise<string[]> {
  const claimed = await tx
    .select({ applicationId: bulkActRows.applicationId })
    .from(bulkActRows)
    .where(
      and(
        eq(bulkActRows.bulkActId, id),
        inArray(bulkActRows.applicationId, [...ids]),
        isNull(bulkActRows.outcome),
      ),
    )
    .orderBy(asc(bulkActRows.position))
    .for('update', { skipLocked: true })
  return claimed.map(({ applicationId }) => applicationId)
}

/** Stores the results of some applications. */
async function storeResults(
  { tx, now }: TransactionContext<Doer>,
  { id: bulkActId }: BulkActRow,
  done: ReadonlyMap<string, Done>,
): Promise<void> {
  const [ids, outcomes, before, notReady] = [
    [...done.keys()],
    [...done.values()].map(({ outcome }) => outcome),
    [...done.values()].map(({ managerBefore = null }) => managerBefore),
    [...done.values()].map((one) => (one.notReady === undefined ? null : JSON.stringify(one.notReady))),
  ]
  await tx.execute(sql`
    update ${bulkActRows} set outcome = told.outcome, done_at = ${now.toISOString()}::timestamptz,
      manager_before = told.before, not_ready = told.not_ready::jsonb
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(outcomes)}::text[], ${sql.param(before)}::uuid[],
      ${sql.param(notReady)}::text[]) told (id, outcome, before, not_ready)
    where bulk_act_id = ${bulkActId} and application_id = told.id`)
}

/** An error for all of them rolls back, and becomes the result of each. */
async function resultsOrError(
  work: TransactionContext<Doer>,
  verb: Awaited<ReturnType<typeof prepare>>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Done>> {
  const { tx } = work
  const atEnd = createInsertBuffer()
  await tx.execute(sql`savepoint before_all`)
  try {
    const done = await verb({ ...work, atEnd }, ids)
    await atEnd.write(work)
    return done
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await tx.execute(sql`rollback to savepoint before_all`)
    return new Map(ids.map((id) => [id, resultOf(error)]))
  }
}

async function countFault(
  { database: { db }, now }: Context,
  { bulkAct, applicationId }: Pick<BulkActionRun, 'bulkAct'> & { applicationId: string },
): Promise<void> {
  const isLast = sql`${bulkActRows.faults} + 1 >= ${MAX_FAULTS}`
  await db
    .update(bulkActRows)
    .set({
      faults: sql`${bulkActRows.faults} + 1`,
      outcome: sql`case when ${isLast} then 'failed' end`,
      doneAt: sql`case when ${isLast} then ${now().toISOString()}::timestamptz end`,
    })
    .where(
      and(
        eq(bulkActRows.bulkActId, bulkAct.id),
        eq(bulkActRows.applicationId, applicationId),
        isNull(bulkActRows.outcome),
      ),
    )
}

async function leaveRest({ database: { db }, now }: Context, { id }: BulkActRow): Promise<void> {
  await db
    .update(bulkActRows)
    .set({ outcome: 'not-allowed', doneAt: now() })
    .where(and(eq(bulkActRows.bulkActId, id), isNull(bulkActRows.outcome)))
}

/** Ends a bulk action without remaining rows, once. If another server still processes one, that server ends it. */
async function end(context: Context, bulkAct: BulkActRow): Promise<void> {
  const { id, actorId, ip } = bulkAct
  const act = { context, actor: null, origin: { ip, userAgent: null }, now: context.now() }
  await inTransaction(act, async (work) => {
    const { tx, now } = work
    const left = tx
      .select({ position: bulkActRows.position })
      .from(bulkActRows)
      .where(and(eq(bulkActRows.bulkActId, id), isNull(bulkActRows.outcome)))
    const ended = await tx
      .update(bulkActs)
      .set({ endedAt: now })
      .where(and(eq(bulkActs.id, id), isNull(bulkActs.endedAt), notExists(left)))
      .returning({ id: bulkActs.id })
    // Only admins assign clients to managers.
    const actor = { userId: actorId, role: 'admin' } as const
    if (ended.length === 0) return
    const atEnd = createInsertBuffer()
    await notifyManagersOf({ ...work, actor, atEnd }, bulkAct)
    await atEnd.write(work)
  })
}
