import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { harmlessActions, retainedBecauseOf, type RetainedReason } from '#domain/imports/states.ts'
import type { Doer } from '#server/shared/actor.ts'
import { createInsertBuffer } from '#server/shared/insert-buffer.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { record } from '#server/shared/audit/record.ts'
import type { Context } from '#server/shared/context.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { importRows, imports, invitationPlans } from '#server/platform/db/import-schema.ts'
import { mailOutbox } from '#server/platform/db/mail-schema.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { inTransaction, type TransactionContext } from '#server/shared/command-context.ts'
import { isReferredTo, removeLocked } from '#server/features/users/delete-account.ts'
import type { ImportRecord } from './content.ts'
import { importerOf } from './importer.ts'

type Row = typeof importRows.$inferSelect

/** Rows in a transaction: they share its statements, and others wait for few. */
const ROWS_TOGETHER = 20

/**
 * Undoes some rows of an import, the last ones first: deletes the clients that did nothing since and about whom nothing
 * was done, and notes of the others why they stay.
 *
 * @returns whether there may be more rows
 */
export async function undoRows(context: Context, found: ImportRecord): Promise<boolean> {
  try {
    return await undoSome(context, found, (work, rows) => undoTogether(work, rows), ROWS_TOGETHER)
  } catch (error) {
    context.log.error({ err: error, import: found.id }, 'rows of an import could not be undone together')
    return undoOne(context, found)
  }
}

/** The last row alone: a client to whom other records refer stays. */
async function undoOne(context: Context, found: ImportRecord): Promise<boolean> {
  try {
    return await undoSome(context, found, (work, rows) => undoTogether(work, rows), 1)
  } catch (error) {
    if (!isReferredTo(error)) throw error
    return undoSome(context, found, (work, rows) => markRetained(work, rows, 'other'), 1)
  }
}

type Undo = (work: TransactionContext<Doer>, rows: readonly Row[]) => Promise<void>

async function undoSome(context: Context, found: ImportRecord, undo: Undo, limit: number): Promise<boolean> {
  const actor = (await importerOf(context.database.db, found.actorId)) ?? {
    userId: found.actorId,
    role: 'admin' as const,
  }
  const origin = { ip: found.ip, userAgent: null }
  return inTransaction({ context, actor, origin, now: context.now() }, async (work) => {
    const rows = await work.tx
      .select()
      .from(importRows)
      .where(isLeft(found.id))
      .orderBy(desc(importRows.row))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (rows.length > 0) await undo(work, rows)
    else await end(work, found)
    return rows.length > 0
  })
}

const isLeft = (importId: string) =>
  and(eq(importRows.importId, importId), eq(importRows.outcome, 'created'), isNull(importRows.retained))

/** Undoes created rows of an import, with few statements for all of them. */
async function undoTogether(work: TransactionContext<Doer>, rows: readonly Row[]): Promise<void> {
  const { tx } = work
  const accounts = await lockAccounts(
    tx,
    rows.flatMap(({ userId }) => userId ?? []),
  )
  const reasons = await reasonsIn(tx, accounts)
  const gone = accounts.filter(({ user }) => !reasons.has(user.id))
  // An invitation that was not sent yet is not sent; one that was sent opens nothing any more.
  const recipients = gone.map(({ user }) => user.username)
  await tx.delete(mailOutbox).where(and(inArray(mailOutbox.recipient, recipients), isNull(mailOutbox.sentAt)))
  const atEnd = createInsertBuffer()
  await removeLocked(
    { ...work, atEnd },
    gone.map(({ user }) => user),
    gone.flatMap(({ application }) => application?.id ?? []),
    'import-undone',
  )
  await atEnd.write(work)
  const byReason = Map.groupBy(rows, ({ userId }) => reasons.get(userId ?? '') ?? null)
  for (const [reason, some] of byReason) await markRetained(work, some, reason)
}

/** Notes why rows stay; null: their clients are deleted. */
async function markRetained(
  { tx }: TransactionContext<Doer>,
  rows: readonly Row[],
  reason: RetainedReason | null,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const numbers = rows.map(({ row }) => row)
  await tx
    .update(importRows)
    .set(reason === null ? { outcome: 'undone' } : { retained: reason })
    .where(and(eq(importRows.importId, first.importId), inArray(importRows.row, numbers)))
}

/** An account that was imported, with its application. */
interface Account {
  user: typeof users.$inferSelect
  application: Pick<typeof applications.$inferSelect, 'id' | 'userId' | 'version'> | undefined
}

/** Locks accounts before their applications, to avoid deadlocks. */
async function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<Account[]> {
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('update')
  const theirs = await tx
    .select({ id: applications.id, userId: applications.userId, version: applications.version })
    .from(applications)
    .where(inArray(applications.userId, [...ids]))
    .orderBy(asc(applications.id))
    .for('update')
  const applicationOf = new Map(theirs.map((application) => [application.userId, application]))
  return found.map((user) => ({ user, application: applicationOf.get(user.id) }))
}

/** Why accounts stay, by the id of their users; those without a reason are deleted. */
async function reasonsIn(
  tx: Transaction,
  accounts: readonly Account[],
): Promise<Map<string, RetainedReason>> {
  const ids = accounts.map(({ user }) => user.id)
  const actions = await actionsOn(tx, [
    ...ids,
    ...accounts.flatMap(({ application }) => application?.id ?? []),
  ])
  return new Map(
    accounts.flatMap(({ user, application }): [string, RetainedReason][] => {
      const action = actions.get(user.id) ?? actions.get(application?.id ?? '')
      if (user.passwordHash !== null || !user.invited) return [[user.id, 'signed-in']]
      if (action !== undefined) return [[user.id, retainedBecauseOf(action)]]
      if (application !== undefined && application.version > 1) return [[user.id, 'saved']]
      return []
    }),
  )
}

/** The first thing that was done with each client or application since, from the audit log. */
async function actionsOn(tx: Transaction, objects: readonly string[]): Promise<Map<string | null, string>> {
  const events = await tx
    .selectDistinctOn([auditEvents.objectId], { objectId: auditEvents.objectId, action: auditEvents.action })
    .from(auditEvents)
    .where(
      and(
        sql`${auditEvents.objectId} = any(${sql.param(objects)}::uuid[])`,
        notInArray(auditEvents.action, [...harmlessActions]),
      ),
    )
    .orderBy(asc(auditEvents.objectId), asc(auditEvents.id))
  return new Map(events.map(({ objectId, action }) => [objectId, action]))
}

/** Ends an undo without open rows, once. */
async function end(work: TransactionContext<Doer>, { id }: ImportRecord): Promise<void> {
  const { tx, now } = work
  const ended = await tx
    .update(imports)
    .set({ state: 'undone', undoneAt: now })
    .where(
      and(
        eq(imports.id, id),
        eq(imports.state, 'undoing'),
        sql`not exists (select from ${importRows} where ${isLeft(id)})`,
      ),
    )
    .returning({ id: imports.id })
  if (ended.length === 0) return
  await tx
    .update(invitationPlans)
    .set({ endedAt: now })
    .where(and(eq(invitationPlans.importId, id), isNull(invitationPlans.endedAt)))
  const countOf = (outcome: 'undone' | 'created') =>
    tx.$count(importRows, and(eq(importRows.importId, id), eq(importRows.outcome, outcome)))
  const [deleted, retained] = [await countOf('undone'), await countOf('created')]
  await record(work, 'import.undone', null, { importId: id, deleted, retained })
}
