import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Mapping } from '#features/imports/rules/mapping.ts'
import type { RowOutcome } from '#features/imports/rules/states.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { activeAdmins } from '#features/wizard/server/queries.ts'
import {
  inTransaction,
  systemContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { decryptContent, type ImportRecord } from './content.ts'
import { createRowsOf } from './create-rows.ts'
import { importerOf } from './importer.ts'
import { undoRows } from './undo-rows.ts'

type Row = typeof importRows.$inferSelect

/** Rows in a transaction: they share its statements, and others wait for few. */
const ROWS_TOGETHER = 20
/** A row is not tried again after so many internal errors. */
const MAX_FAULTS = 3

/**
 * Runs and undoes imports in small transactions that claim rows, do them and store the outcomes. Safe to interrupt, and
 * to run on several servers at once: each row is claimed by one of them (docs/decisions/0148).
 *
 * @param stopping aborts after the current transaction
 */
export async function runImports(context: Context, stopping?: AbortSignal): Promise<void> {
  const open = await context.database.db
    .select()
    .from(imports)
    .where(inArray(imports.state, ['running', 'undoing']))
    .orderBy(asc(imports.createdAt))
  for (const found of open) {
    if (isStopping(stopping)) return
    const run = found.state === 'undoing' ? undoRows : createRows
    while (!isStopping(stopping) && (await run(context, found)));
  }
}

function isStopping(stopping: AbortSignal | undefined): boolean {
  return stopping?.aborted === true
}

/** @returns whether there may be more rows */
async function createRows(context: Context, found: ImportRecord): Promise<boolean> {
  const { mapping } = decryptContent(context.keyring, found)
  const actor = await importerOf(context.database.db, found.actorId)
  if (mapping === null || actor === null) {
    await pauseWithoutActor(context, found)
    return false
  }
  const run = { found, actor, mapping }
  try {
    return await createTogether(context, run, ROWS_TOGETHER)
  } catch (error) {
    context.log.error({ err: error, import: found.id }, 'rows of an import failed together')
    return createOne(context, run)
  }
}

interface Run {
  found: ImportRecord
  actor: Doer
  mapping: Mapping
}

/** The first row alone, so that an error belongs to it. */
async function createOne(context: Context, run: Run): Promise<boolean> {
  try {
    return await createTogether(context, run, 1)
  } catch (error) {
    context.log.error({ err: error, import: run.found.id }, 'a row of an import failed')
    await countFault(context, run.found)
    return true
  }
}

/** The actor lost the right to import: another admin can resume, and all of them are notified, once. */
async function pauseWithoutActor(context: Context, { id, actorId }: ImportRecord): Promise<void> {
  await inTransaction(systemContext(context), async (work) => {
    const { tx } = work
    const paused = await tx
      .update(imports)
      .set({ state: 'paused' })
      .where(and(eq(imports.id, id), eq(imports.state, 'running')))
      .returning({ id: imports.id })
    if (paused.length === 0) return
    await record(work, 'import.paused', null, { importId: id })
    const [author] = await tx.select().from(users).where(eq(users.id, actorId))
    const authorName = author?.fullName ?? author?.username ?? ''
    for (const recipient of await activeAdmins(tx, { except: actorId })) {
      await queueMail(work, { template: 'import-paused', recipient, data: { authorName } })
    }
  })
}

/** @returns false where no row is left for this server */
async function createTogether(context: Context, run: Run, limit: number): Promise<boolean> {
  const { found, actor } = run
  const origin = { ip: found.ip, userAgent: null }
  return inTransaction({ context, actor, origin, now: context.now() }, async (work) => {
    if (!(await isRunning(work, found))) return false
    const rows = await claim(work, found, limit)
    if (rows.length > 0) await createRowsOf(work, run.mapping, rows)
    else await end(work, found)
    // While it waited for a lock, the actor may have lost the right.
    if ((await importerOf(work.tx, found.actorId)) === null)
      throw new Error('The actor lost the right to import.')
    return rows.length > 0
  })
}

/** Pausing waits for the rows in progress. */
async function isRunning({ tx }: TransactionContext<Doer>, { id }: ImportRecord): Promise<boolean> {
  const [current] = await tx
    .select({ state: imports.state })
    .from(imports)
    .where(eq(imports.id, id))
    .for('share')
  return current?.state === 'running'
}

const isOpen = (importId: string) =>
  and(
    eq(importRows.importId, importId),
    isNull(importRows.outcome),
    inArray(importRows.verdict, ['create', 'warning']),
  )

/** Claims rows that no other server has locked. */
function claim({ tx }: TransactionContext<Doer>, { id }: ImportRecord, limit: number): Promise<Row[]> {
  return tx
    .select()
    .from(importRows)
    .where(isOpen(id))
    .orderBy(asc(importRows.faults), asc(importRows.row))
    .limit(limit)
    .for('update', { skipLocked: true })
}

async function countFault({ database: { db }, now }: Context, { id }: ImportRecord): Promise<void> {
  const isLast = sql`${importRows.faults} + 1 >= ${MAX_FAULTS}`
  const [first] = await db
    .select({ row: importRows.row })
    .from(importRows)
    .where(isOpen(id))
    .orderBy(asc(importRows.faults), asc(importRows.row))
    .limit(1)
  if (first === undefined) return
  await db
    .update(importRows)
    .set({
      faults: sql`${importRows.faults} + 1`,
      outcome: sql`case when ${isLast} then 'failed' end`,
      doneAt: sql`case when ${isLast} then ${now().toISOString()}::timestamptz end`,
    })
    .where(and(isOpen(id), eq(importRows.row, first.row)))
}

/** Ends an import without open rows, once. If another server still has one, that server ends it. */
async function end(work: TransactionContext<Doer>, { id }: ImportRecord): Promise<void> {
  const { tx, now } = work
  const ended = await tx
    .update(imports)
    .set({ state: 'done', endedAt: now, uploadKey: null })
    .where(
      and(
        eq(imports.id, id),
        eq(imports.state, 'running'),
        sql`not exists (select from ${importRows} where ${isOpen(id)})`,
      ),
    )
    .returning({ id: imports.id })
  if (ended.length === 0) return
  const rows = await tx
    .select({ outcome: importRows.outcome, rows: sql<number>`count(*)::int` })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .groupBy(importRows.outcome)
  const countOf = (outcome: RowOutcome) => rows.find((each) => each.outcome === outcome)?.rows ?? 0
  await record(work, 'import.ended', null, {
    importId: id,
    created: countOf('created'),
    skipped: countOf('skipped'),
    failed: countOf('failed'),
  })
}
