import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ImportFigures } from '#features/imports/api/import-shapes.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { UNDO_MS } from '#features/imports/rules/states.ts'
import { verdictOf, verdicts } from '#features/imports/rules/problems.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { consumeProof, proveOwner, readProof } from '#features/sign-in/server/own-proof.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import { clearUp } from '#features/documents/server/orphaned-files.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { requireSecondPerson } from '#features/access/server/second-person.ts'
import { DomainError, signedOut } from '#base/server/domain-error.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { rowId, type ImportRecord } from './content.ts'
import { lockImport, requireNotStarted } from './create-import.ts'
import { preparerOf } from './preparer.ts'

/** A proof in a request. */
export interface Proven {
  proof?: GivenProof | undefined
  password?: string | undefined
}

/** Runs a change of an import that needs a proof. */
async function withProof(
  act: CommandContext,
  given: Proven,
  run: (work: TransactionContext) => Promise<void>,
): Promise<void> {
  const proof = await proveOwner(act, readProof(given), {
    limit: 'passwordChange',
    tooMany: 'Too many wrong passwords.',
    field: 'password',
    recordFailure: (reason) =>
      recordFailure(autocommit(act), 'import.proof-failed', act.actor.userId, { reason }),
  })
  await inTransaction(act, async (work) => {
    const account = await lockOwnAccount(work.tx, work.actor)
    if (!(await consumeProof(work, account, proof))) throw signedOut()
    await run(work)
  })
}

/**
 * Starts an import, which servers run in the background (`run-import.ts`).
 *
 * @param seen the figures that the admin saw
 * @throws DomainError conflict (409): `preview-outdated` where figures differ, `import-running` where another one runs,
 * `second-person` where another admin has to start it; invalid (400) for a wrong password
 */
export function startImport(
  act: CommandContext,
  id: string,
  { figures: seen, ...given }: Proven & { figures: ImportFigures },
): Promise<void> {
  return withProof(act, given, async (work) => {
    const { tx, actor, origin, now } = work
    const found = await lockImport(tx, id)
    if (found.state === 'running') return
    requireNotStarted(found)
    await requireNoOther(tx, id)
    const figures = await requireSeen(tx, found, seen)
    const preparer = preparerOf(work.context, found)
    if (preparer !== null) await requireSecondPerson(work, preparer, NEEDS_ANOTHER)
    await tx
      .update(imports)
      .set({ state: 'running', startedAt: now, actorId: actor.userId, ip: origin.ip })
      .where(eq(imports.id, id))
    await record(work, 'import.started', null, { importId: id, rows: figures.create + figures.warning })
  })
}

const NEEDS_ANOTHER =
  'Another admin has to start this import: it has onboarded clients, who were not verified here.'

/** One import at a time in the firm. */
async function requireNoOther(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('imports'))`)
  const others = and(inArray(imports.state, ['running', 'undoing']), ne(imports.id, id))
  if ((await tx.$count(imports, others)) === 0) return
  throw new DomainError('conflict', 'Another import is running. Please wait until it has ended.', {
    code: 'import-running',
  })
}

/**
 * The figures of an import that is about to start.
 *
 * @throws DomainError conflict (409, `preview-outdated`) where they are not those that the user saw
 */
async function requireSeen(
  tx: Transaction,
  found: ImportRecord,
  seen: ImportFigures,
): Promise<ImportFigures> {
  const figures = await figuresOf(tx, found)
  const isSeen = verdicts.every((verdict) => figures[verdict] === seen[verdict])
  if (isSeen && figures.create + figures.warning > 0) return figures
  throw new DomainError('conflict', 'The figures have changed since you looked. Please check them again.', {
    code: 'preview-outdated',
  })
}

async function figuresOf(tx: Transaction, { id, headerRow }: ImportRecord): Promise<ImportFigures> {
  const figures: ImportFigures = { create: 0, warning: 0, skip: 0, error: 0 }
  const counts = await tx
    .select({ verdict: importRows.verdict, rows: sql<number>`count(*)::int` })
    .from(importRows)
    .where(and(eq(importRows.importId, id), sql`${importRows.row} > ${headerRow}`))
    .groupBy(importRows.verdict)
  for (const { verdict, rows } of counts) if (verdict !== null) figures[verdict] = rows
  return figures
}

/** Pauses a running import after the rows in progress. */
export async function pauseImport(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { state } = await lockImport(work.tx, id)
    if (state === 'paused') return
    if (state !== 'running') throw notNow('This import is not running.')
    await work.tx.update(imports).set({ state: 'paused' }).where(eq(imports.id, id))
    await record(work, 'import.paused', null, { importId: id })
  })
}

/** Resumes a paused import, in the name of the actor. */
export async function resumeImport(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, actor, origin } = work
    const { state } = await lockImport(tx, id)
    if (state === 'running') return
    if (state !== 'paused') throw notNow('This import is not paused.')
    await requireNoOther(tx, id)
    await tx
      .update(imports)
      .set({ state: 'running', actorId: actor.userId, ip: origin.ip })
      .where(eq(imports.id, id))
    await record(work, 'import.resumed', null, { importId: id })
  })
}

/**
 * Starts undoing an import.
 *
 * @throws DomainError conflict (409): `too-late` after 30 days, `import-running`; invalid (400) for a wrong password
 */
export function undoImport(act: CommandContext, id: string, given: Proven): Promise<void> {
  return withProof(act, given, async (work) => {
    const { tx, actor, origin, now } = work
    const { state, endedAt } = await lockImport(tx, id)
    if (state === 'undoing' || state === 'undone') return
    if (state !== 'done' || endedAt === null) throw notNow('This import has not ended yet.')
    requireUndoable(endedAt, now)
    await requireNoOther(tx, id)
    const created = and(eq(importRows.importId, id), eq(importRows.outcome, 'created'))
    await tx
      .update(imports)
      .set({ state: 'undoing', actorId: actor.userId, ip: origin.ip })
      .where(eq(imports.id, id))
    await record(work, 'import.undo-started', null, {
      importId: id,
      rows: await tx.$count(importRows, created),
    })
  })
}

/** @throws DomainError conflict (409, `too-late`) */
function requireUndoable(endedAt: Date, now: Date): void {
  if (endedAt.getTime() + UNDO_MS > now.getTime()) return
  throw notNow('An import can be undone for 30 days. Please deactivate the accounts instead.')
}

function notNow(message: string): DomainError {
  return new DomainError('conflict', message, { code: 'too-late' })
}

/** Deletes an import that was not started, with its rows and its file. */
export async function discardImport(act: CommandContext, id: string): Promise<void> {
  const uploadKey = await inTransaction(act, async (work) => {
    const found = await lockImport(work.tx, id)
    requireNotStarted(found)
    await work.tx.delete(imports).where(eq(imports.id, id))
    await record(work, 'import.discarded', null, { importId: id })
    return found.uploadKey
  })
  if (uploadKey !== null) await clearUp(act.context, () => act.context.store.remove(uploadKey))
}

/**
 * Imports a row although a client with its ID number exists.
 *
 * @throws DomainError conflict (409) for a row that is no such duplicate, or once the import has started
 */
export async function forceRow(
  act: CommandContext,
  { id, row }: { id: string; row: number },
  reason: string,
): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, context, actor } = work
    requireNotStarted(await lockImport(tx, id))
    await tx.update(imports).set({ actorId: actor.userId }).where(eq(imports.id, id))
    const which = and(eq(importRows.importId, id), eq(importRows.row, row))
    const [found] = await tx.select().from(importRows).where(which).for('update')
    const isDuplicate = found?.problems.some(({ code }) => code === 'same-id-number') === true
    const others = found?.problems.filter(({ code }) => code !== 'same-id-number') ?? []
    if (!isDuplicate || verdictOf(others) === 'error' || verdictOf(others) === 'skip') {
      throw new DomainError(
        'conflict',
        'Only rows whose ID number belongs to another client can be imported all the same.',
        {
          code: 'changed',
        },
      )
    }
    await tx
      .update(importRows)
      .set({
        verdict: 'warning',
        reason: encrypt(context.keyring, importRows.reason, rowId(id, row), reason),
      })
      .where(which)
    await record(work, 'import.row-forced', null, { importId: id, row })
  })
}
