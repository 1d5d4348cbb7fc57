import { and, asc, eq, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm'
import type { Doer } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { bulkActRows, bulkActs } from '#server/db/bulk-schema.ts'
import { users } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'
import { outcomeOf, prepare } from './acts.ts'
import { tellManagersOf } from './tell-managers.ts'

type BulkActRow = typeof bulkActs.$inferSelect

/** So many are looked up at once; whoever stops between two loses nothing. */
const ROWS_AT_ONCE = 50
/** What broke off so often by a fault of ours is not tried again. */
const MOST_FAULTS = 3

/**
 * Does what is due of acts on many applications: each application in its own transaction, which claims its row, does what
 * is wanted and writes what became of it. A server that is killed leaves rows that were not done, and nothing else; any number of
 * servers may do so at once, and each row is claimed by one of them (docs/decisions/0082).
 *
 * @param stopping ends it after the application that is being worked at
 */
export async function doBulkActs(context: Context, stopping?: AbortSignal): Promise<void> {
  for (const due of await takeUp(context)) {
    await doAct(context, due, stopping)
    if (stopping?.aborted === true) return
  }
}

/** From here on they are called off no longer: whoever calls one off writes the same row. */
async function takeUp({ database: { db }, now }: Context): Promise<BulkActRow[]> {
  const moment = now()
  const isDue = and(isNull(bulkActs.endedAt), lte(bulkActs.beginsAt, moment))
  const open = await db.select({ id: bulkActs.id }).from(bulkActs).where(isDue).limit(1)
  if (open.length === 0) return []
  await db
    .update(bulkActs)
    .set({ startedAt: moment })
    .where(and(isDue, isNull(bulkActs.startedAt)))
  return db
    .select()
    .from(bulkActs)
    .where(and(isNull(bulkActs.endedAt), isNotNull(bulkActs.startedAt)))
    .orderBy(asc(bulkActs.beginsAt))
}

async function doAct(context: Context, bulkAct: BulkActRow, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const actor = await actorOf(context, bulkAct)
    if (actor === null) await leaveRest(context, bulkAct)
    const left = await context.database.db
      .select({ applicationId: bulkActRows.applicationId })
      .from(bulkActRows)
      .where(and(eq(bulkActRows.bulkActId, bulkAct.id), isNull(bulkActRows.outcome)))
      .orderBy(asc(bulkActRows.faults), asc(bulkActRows.place))
      .limit(ROWS_AT_ONCE)
    if (actor === null || left.length === 0) return end(context, bulkAct)
    let worked = false
    for (const { applicationId } of left) {
      if (stopping?.aborted === true) return
      if (await doRow(context, { bulkAct, actor, applicationId })) worked = true
    }
    // Other servers have all of them: what they leave is looked for again later.
    if (!worked) return
  }
}

/** Who wants it, as they are now: null for who may do nothing any more. */
async function actorOf({ database: { db } }: Context, { actorId }: BulkActRow): Promise<Doer | null> {
  const [user] = await db
    .select({ role: users.role, deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.id, actorId))
  return user === undefined || user.deactivatedAt !== null ? null : { userId: actorId, role: user.role }
}

/** One application of an act. */
interface Row {
  bulkAct: BulkActRow
  actor: Doer
  applicationId: string
}

/** @returns false where another server has it */
async function doRow(context: Context, row: Row): Promise<boolean> {
  const { bulkAct, actor, applicationId } = row
  const act: Act<Doer> = { context, actor, origin: { ip: bulkAct.ip, userAgent: null }, now: context.now() }
  try {
    const verb = await prepare(act, bulkAct.act, applicationId)
    return await inTransaction({ ...act, context }, async (work) => {
      if (!(await claim(work, row))) return false
      const done = await orRefused(work, verb)
      await work.tx
        .update(bulkActRows)
        .set({ outcome: done.outcome, doneAt: work.now, managerBefore: done.managerBefore ?? null })
        .where(isRow(row))
      return true
    })
  } catch (error) {
    context.log.error({ err: error, bulkAct: bulkAct.id }, 'one of many applications could not be worked at')
    await countFault(context, row)
    return true
  }
}

const isRow = ({ bulkAct, applicationId }: Pick<Row, 'bulkAct' | 'applicationId'>) =>
  and(eq(bulkActRows.bulkActId, bulkAct.id), eq(bulkActRows.applicationId, applicationId))

/** False where another server has it, or has done it. */
async function claim({ tx }: Work<Doer>, row: Row): Promise<boolean> {
  const claimed = await tx
    .select({ place: bulkActRows.place })
    .from(bulkActRows)
    .where(and(isRow(row), isNull(bulkActRows.outcome)))
    .for('update', { skipLocked: true })
  return claimed.length > 0
}

/** A no takes back what was begun, and is what became of it. */
async function orRefused(work: Work<Doer>, verb: Awaited<ReturnType<typeof prepare>>) {
  try {
    return await work.tx.transaction((tx) => verb({ ...work, tx }))
  } catch (error) {
    if (error instanceof Refusal) return { outcome: outcomeOf(error) }
    throw error
  }
}

async function countFault({ database: { db }, now }: Context, row: Row): Promise<void> {
  const isLast = sql`${bulkActRows.faults} + 1 >= ${MOST_FAULTS}`
  await db
    .update(bulkActRows)
    .set({
      faults: sql`${bulkActRows.faults} + 1`,
      outcome: sql`case when ${isLast} then 'failed' end`,
      doneAt: sql`case when ${isLast} then ${now().toISOString()}::timestamptz end`,
    })
    .where(and(isRow(row), isNull(bulkActRows.outcome)))
}

async function leaveRest({ database: { db }, now }: Context, { id }: BulkActRow): Promise<void> {
  await db
    .update(bulkActRows)
    .set({ outcome: 'not-allowed', doneAt: now() })
    .where(and(eq(bulkActRows.bulkActId, id), isNull(bulkActRows.outcome)))
}

/** Ends an act of which nothing is left, once: another server may still be at a row of it, and ends it then. */
async function end(context: Context, bulkAct: BulkActRow): Promise<void> {
  const { id, actorId, ip } = bulkAct
  const act = { context, actor: null, origin: { ip, userAgent: null }, now: context.now() }
  await inTransaction(act, async (work) => {
    const { tx, now } = work
    const left = tx
      .select({ place: bulkActRows.place })
      .from(bulkActRows)
      .where(and(eq(bulkActRows.bulkActId, id), isNull(bulkActRows.outcome)))
    const ended = await tx
      .update(bulkActs)
      .set({ endedAt: now })
      .where(and(eq(bulkActs.id, id), isNull(bulkActs.endedAt), notExists(left)))
      .returning({ id: bulkActs.id })
    // Nobody but admins gives clients to managers.
    const actor = { userId: actorId, role: 'admin' } as const
    if (ended.length > 0) await tellManagersOf({ ...work, actor }, bulkAct)
  })
}
