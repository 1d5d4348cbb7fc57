import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { harmlessActions, RETAINED } from '#features/imports/rules/states.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { createInsertBuffer } from '#base/server/insert-buffer.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { importRows, imports, invitationPlans } from '#features/imports/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { inTransaction, type TransactionContext } from '#features/access/server/command-context.ts'
import { isReferredTo, removeLocked } from '#features/accounts/server/delete-account.ts'
import { withRetainedRecords } from '#features/accounts/server/retained-records.ts'
import type { ImportRecord } from './content.ts'
import { importerOf } from './importer.ts'

type Row = typeof importRows.$inferSelect

/** Rows in a transaction: they share its statements, and others wait for few. */
const ROWS_TOGETHER = 20

/**
 * Undoes some rows of an import, the last ones first: deletes the clients that did nothing since and about whom nothing
 * was done, and notes that the others stay.
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
    return undoSome(context, found, (work, rows) => markRetained(work, rows), 1)
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
  const retained = await retainedAmong(tx, accounts)
  const gone = accounts.filter(({ user }) => !retained.has(user.id))
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
  const { true: staying = [], false: deleted = [] } = Object.groupBy(
    rows,
    ({ userId }) => `${retained.has(userId ?? '')}` as const,
  )
  await markRetained(work, staying)
  await markRows(work, deleted, { outcome: 'undone' })
}

const markRetained = (work: TransactionContext<Doer>, rows: readonly Row[]) =>
  markRows(work, rows, { retained: RETAINED })

async function markRows(
  { tx }: TransactionContext<Doer>,
  rows: readonly Row[],
  mark: Partial<Pick<Row, 'outcome' | 'retained'>>,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const numbers = rows.map(({ row }) => row)
  await tx
    .update(importRows)
    .set(mark)
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

/** The ids of the users that stay: who did something since, or about whom something was done or is on record. */
async function retainedAmong(tx: Transaction, accounts: readonly Account[]): Promise<Set<string>> {
  const ids = accounts.flatMap(({ user, application }) => [user.id, ...(application ? [application.id] : [])])
  const touched = await touchedAmong(tx, ids)
  const recorded = await withRetainedRecords(tx, ids)
  const managers = await tx
    .selectDistinct({ id: users.wealthManagerId })
    .from(users)
    .where(inArray(users.wealthManagerId, ids))
  const busy = new Set([...touched, ...recorded, ...managers.map(({ id }) => id)])
  const stays = ({ user, application }: Account) =>
    user.passwordHash !== null ||
    !user.invited ||
    busy.has(user.id) ||
    (application !== undefined && (application.version > 1 || busy.has(application.id)))
  return new Set(accounts.filter(stays).map(({ user }) => user.id))
}

/** The users and applications with which something was done since, from the audit log. */
async function touchedAmong(tx: Transaction, objects: readonly string[]): Promise<(string | null)[]> {
  const events = await tx
    .selectDistinct({ objectId: auditEvents.objectId })
    .from(auditEvents)
    .where(
      and(
        sql`${auditEvents.objectId} = any(${sql.param(objects)}::uuid[])`,
        notInArray(auditEvents.action, [...harmlessActions]),
      ),
    )
  return events.map(({ objectId }) => objectId)
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
