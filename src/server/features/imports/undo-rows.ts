import { and, asc, desc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { harmlessActions, retainedBecauseOf, type RetainedReason } from '#domain/imports/states.ts'
import type { Doer } from '#server/shared/actor.ts'
import { record } from '#server/shared/audit/record.ts'
import type { Context } from '#server/shared/context.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { importRows, imports, invitationPlans } from '#server/platform/db/import-schema.ts'
import { mailOutbox } from '#server/platform/db/mail-schema.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { inTransaction, type TransactionContext } from '#server/shared/command-context.ts'
import { removeAccount } from '#server/features/users/delete-account.ts'
import type { ImportRecord } from './content.ts'
import { importerOf } from './importer.ts'

type Row = typeof importRows.$inferSelect

const ROWS_TOGETHER = 20

/**
 * Undoes some rows of an import, the last ones first: deletes the clients that did nothing since and about whom nothing
 * was done, and notes of the others why they stay.
 *
 * @returns whether there may be more rows
 */
export async function undoRows(context: Context, found: ImportRecord): Promise<boolean> {
  const actor = (await importerOf(context.database.db, found.actorId)) ?? {
    userId: found.actorId,
    role: 'admin' as const,
  }
  const origin = { ip: found.ip, userAgent: null }
  return inTransaction({ context, actor, origin, now: context.now() }, async (work) => {
    const rows = await work.tx
      .select()
      .from(importRows)
      .where(
        and(
          eq(importRows.importId, found.id),
          eq(importRows.outcome, 'created'),
          isNull(importRows.retained),
        ),
      )
      .orderBy(desc(importRows.row))
      .limit(ROWS_TOGETHER)
      .for('update', { skipLocked: true })
    for (const row of rows) await undoRow(work, row)
    if (rows.length === 0) await end(work, found)
    return rows.length > 0
  })
}

/** Undoes a created row. */
export async function undoRow(work: TransactionContext<Doer>, row: Row): Promise<void> {
  const { tx } = work
  const retained = row.userId === null ? null : await removeOrRetain(work, row.userId)
  await tx
    .update(importRows)
    .set(retained === null ? { outcome: 'undone' } : { retained })
    .where(and(eq(importRows.importId, row.importId), eq(importRows.row, row.row)))
}

/** @returns why the client or member of staff stays; null where they were deleted */
async function removeOrRetain(
  work: TransactionContext<Doer>,
  userId: string,
): Promise<RetainedReason | null> {
  const { tx } = work
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (user === undefined) return null
  const [application] = await tx
    .select({ id: applications.id, version: applications.version })
    .from(applications)
    .where(eq(applications.userId, userId))
    .for('update')
  if (user.passwordHash !== null || !user.invited) return 'signed-in'
  const reason = await reasonIn(work, [userId, ...(application ? [application.id] : [])])
  if (reason !== null) return reason
  if (application !== undefined && application.version > 1) return 'saved'
  if ((await tx.$count(users, eq(users.wealthManagerId, userId))) > 0) return 'clients'
  // An invitation that was not sent yet is not sent; one that was sent opens nothing any more.
  await tx.delete(mailOutbox).where(and(eq(mailOutbox.recipient, user.username), isNull(mailOutbox.sentAt)))
  await removeAccount(work, user, 'import-undone')
  return null
}

/** What was done with a client or their application since, from the audit log. */
async function reasonIn(
  { tx }: TransactionContext<Doer>,
  objects: readonly string[],
): Promise<RetainedReason | null> {
  const [event] = await tx
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(
      and(
        sql`${auditEvents.objectId} = any(${sql.param(objects)}::uuid[])`,
        notInArray(auditEvents.action, [...harmlessActions]),
      ),
    )
    .orderBy(asc(auditEvents.id))
    .limit(1)
  return event === undefined ? null : retainedBecauseOf(event.action)
}

/** Ends an undo without open rows, once. */
async function end(work: TransactionContext<Doer>, { id }: ImportRecord): Promise<void> {
  const { tx, now } = work
  const isLeft = and(
    eq(importRows.importId, id),
    eq(importRows.outcome, 'created'),
    isNull(importRows.retained),
  )
  const ended = await tx
    .update(imports)
    .set({ state: 'undone', undoneAt: now })
    .where(
      and(
        eq(imports.id, id),
        eq(imports.state, 'undoing'),
        sql`not exists (select from ${importRows} where ${isLeft})`,
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
