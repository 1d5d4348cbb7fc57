import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { ImportFigures } from '#domain/api/imports.ts'
import type { Mapping } from '#domain/imports/mapping.ts'
import type { RowProblem } from '#domain/imports/problems.ts'
import { readStaff } from '#domain/imports/read-staff.ts'
import { record } from '#server/shared/audit/record.ts'
import { importRows, imports } from '#server/platform/db/import-schema.ts'
import { users } from '#server/platform/db/schema.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { isNotInvited } from '#server/shared/application-record/not-invited.ts'
import { generateTemporaryPassword } from '#server/features/auth/temporary-passwords.ts'
import { lockAdministrators } from '#server/features/users/account-guards.ts'
import { hasLeftRecords, isReferredTo } from '#server/features/users/delete-account.ts'
import { requireFirm } from '#server/features/users/mails.ts'
import { openAccount } from '#server/features/users/open-account.ts'
import { inviteAgain } from '#server/features/users/renew-invitation.ts'
import { decryptContent, type ImportRecord } from './content.ts'
import { lockImport, requireNotStarted } from './create-import.ts'
import { notNow, requireSeen, requireUndoable, withProof, type Proven } from './lifecycle.ts'
import { findImport } from './queries.ts'
import { decryptRow } from './rows.ts'
import { undoTogether } from './undo-rows.ts'

type Row = typeof importRows.$inferSelect

/**
 * Creates the staff of an import in one transaction, and invites them at once or later. An address that has an account
 * by now is skipped.
 *
 * @throws DomainError as `startImport`; conflict (409, `setup-incomplete`) for invitations while the firm's details are
 * missing
 */
export async function startStaffImport(
  act: CommandContext,
  id: string,
  { figures: seen, invite, ...given }: Proven & { figures: ImportFigures; invite: boolean },
): Promise<void> {
  if (invite) requireFirm(act.context.settings)
  await withProof(act, given, async (work) => {
    await lockAdministrators(work)
    const { tx, actor, origin, now } = work
    const found = await lockImport(tx, id)
    if (found.state === 'done') return
    requireNotStarted(found)
    const { create, warning } = await requireSeen(tx, found, seen)
    await record(work, 'import.started', null, { importId: id, rows: create + warning })
    const created = await createStaff(work, found)
    const ended = { state: 'done', startedAt: now, endedAt: now, uploadKey: null } as const
    await tx
      .update(imports)
      .set({ ...ended, actorId: actor.userId, ip: origin.ip })
      .where(eq(imports.id, id))
    const skipped = create + warning - created
    await record(work, 'import.ended', null, { importId: id, created, skipped, failed: 0 })
  })
  if (invite) await inviteStaff(act, id)
}

/** @returns how many were created */
async function createStaff(work: TransactionContext, found: ImportRecord): Promise<number> {
  const { mapping } = decryptContent(work.context.keyring, found)
  if (mapping === null) throw new Error('A checked import has a mapping.')
  const rows = await work.tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, found.id), inArray(importRows.verdict, ['create', 'warning'])))
    .orderBy(asc(importRows.row))
  let created = 0
  for (const row of rows) if (await createMember(work, row, mapping)) created += 1
  return created
}

/** @returns false where the address has an account by now */
async function createMember(work: TransactionContext, row: Row, mapping: Mapping): Promise<boolean> {
  const { tx, context, now } = work
  const { username, fullName, role, phone } = readStaff(decryptRow(context.keyring, row), mapping)
  if (username === null || role === null) throw new Error('A row with errors is not imported.')
  const account = { username, fullName, role, wealthManagerId: null }
  const opened = await openAccount(work, account, { by: 'import', notInvited: true, importId: row.importId })
  // Part of the creation: a change of its own would keep the account from being undone.
  if (opened !== null && phone !== null) {
    await tx.update(users).set({ phone }).where(eq(users.id, opened.id))
  }
  const exists: RowProblem = { code: 'exists', field: 'email' }
  await tx
    .update(importRows)
    .set({
      doneAt: now,
      ...(opened === null
        ? { outcome: 'skipped', problems: [exists, ...row.problems] }
        : { outcome: 'created', userId: opened.id }),
    })
    .where(and(eq(importRows.importId, row.importId), eq(importRows.row, row.row)))
  return opened !== null
}

/**
 * Invites the staff of an import that were not invited yet, each in a transaction. Idempotent.
 *
 * @throws DomainError conflict (409) for an import that has not ended, and while the firm's details are missing
 */
export async function inviteStaff(act: CommandContext, id: string): Promise<void> {
  requireFirm(act.context.settings)
  const { db } = act.context.database
  const { state } = await findImport(db, id)
  if (state !== 'done') throw notNow('Staff can be invited once they were imported.')
  const waiting = await db
    .select({ id: users.id })
    .from(importRows)
    .innerJoin(users, eq(users.id, importRows.userId))
    .where(and(eq(importRows.importId, id), eq(importRows.outcome, 'created'), isNotInvited))
    .orderBy(asc(importRows.row))
  for (const { id: userId } of waiting) {
    // Hashing is slow, so it is done before the transaction.
    const drawn = await generateTemporaryPassword(act.context)
    await inTransaction(act, async (work) => {
      await lockAdministrators(work)
      const [member] = await work.tx
        .select()
        .from(users)
        .where(and(eq(users.id, userId), isNotInvited))
        .for('no key update')
      if (member !== undefined) await inviteAgain(work, member, drawn)
    })
  }
}

/**
 * Undoes an import of staff: deletes accounts that were not used, and notes of the others why they stay.
 *
 * @throws DomainError conflict (409) after 30 days, and for an import that has not ended; invalid (400) for a wrong
 * password
 */
export async function undoStaffImport(act: CommandContext, id: string, given: Proven): Promise<void> {
  await withProof(act, given, async (work) => {
    await lockAdministrators(work)
    const { tx, now } = work
    const { state, endedAt } = await lockImport(tx, id)
    if (state === 'undone') return
    if (state !== 'done' || endedAt === null) throw notNow('This import has not ended yet.')
    requireUndoable(endedAt, now)
    const created = and(eq(importRows.importId, id), eq(importRows.outcome, 'created'))
    const rows = await tx.select().from(importRows).where(created).orderBy(desc(importRows.row))
    await record(work, 'import.undo-started', null, { importId: id, rows: rows.length })
    try {
      await undoTogether(work, rows)
    } catch (error) {
      if (isReferredTo(error)) throw hasLeftRecords()
      throw error
    }
    await tx.update(imports).set({ state: 'undone', undoneAt: now }).where(eq(imports.id, id))
    const retained = await tx.$count(importRows, created)
    await record(work, 'import.undone', null, { importId: id, deleted: rows.length - retained, retained })
  })
}
