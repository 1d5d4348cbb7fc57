import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { AuditDetails } from '#features/audit/rules/events.ts'
import { importableStatuses } from '#features/imports/rules/fields.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { markForDeletion } from '#features/documents/server/orphaned-files.ts'
import { DomainError } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import {
  lockAdministered,
  lockUnsubmitted,
  refuseSelf,
  refuseWithClients,
  type UserRow,
} from './account-guards.ts'
import { endScreeningOf } from './retained-records.ts'
import { removeDrafts, removeFiles } from './remove-draft.ts'

/** PostgreSQL's foreign key and restrict violations. */
const IS_REFERRED_TO: ReadonlySet<unknown> = new Set(['23503', '23001'])

/**
 * Deletes an account: of a client with only a draft, of a manager without clients, of an admin (decisions, "Deleting a
 * user").
 *
 * @throws DomainError not-found, forbidden where the actor is no system administrator any more, conflict for others,
 * with what to do instead
 */
export async function deleteAccount(act: CommandContext, id: string): Promise<void> {
  try {
    await inTransaction(act, async (work) => {
      await remove(work, await lockAdministered(work, id))
    })
  } catch (error) {
    if (isReferredTo(error)) throw hasLeftRecords()
    throw error
  }
}

async function remove(work: TransactionContext, user: UserRow): Promise<void> {
  const { tx, actor } = work
  refuseSelf(actor, user, 'delete')
  if (user.role === 'system_administrator') throw systemAdministrator()
  if (user.role === 'wealth_manager') await refuseWithClients(tx, user)
  if (await hasGivenLetters(tx, user)) throw hasLeftRecords()
  await removeAccount(work, user)
}

/**
 * Deletes an account with all its data, without further checks of rights.
 *
 * @param why for deletions by a job
 * @throws DomainError conflict for a client who has submitted an application
 */
export async function removeAccount(
  work: Omit<TransactionContext<Doer | null>, 'context'>,
  user: UserRow,
  why?: AuditDetails['user.deleted']['why'],
): Promise<void> {
  const deletable: readonly ApplicationStatus[] =
    why === 'import-undone' ? importableStatuses : ['draft', 'cancelled']
  const application = await lockUnsubmitted(work, user, 'Please deactivate the account instead.', deletable)
  await removeLocked(work, [user], application === null ? [] : [application.id], why)
}

/**
 * Deletes accounts with all their data, with one statement for each table. Users and applications are locked.
 *
 * @throws DomainError conflict where due diligence has records of one, in every way that deletes one
 */
export async function removeLocked(
  work: Omit<TransactionContext<Doer | null>, 'context'>,
  accounts: readonly Pick<UserRow, 'id' | 'role'>[],
  applicationIds: readonly string[],
  why?: AuditDetails['user.deleted']['why'],
): Promise<void> {
  const { tx, now } = work
  const ids = accounts.map(({ id }) => id)
  await removeDrafts(tx, applicationIds, now)
  await endScreeningOf(tx, ids)
  await tx
    .update(users)
    .set({ faisDocumentId: null })
    .where(and(inArray(users.id, ids), isNotNull(users.faisDocumentId)))
  await removeFiles(tx, inArray(documents.ownerId, ids), now)
  await leaveUploads(tx, ids, now)
  await tx.delete(users).where(inArray(users.id, ids))
  for (const { id, role } of accounts) await record(work, 'user.deleted', id, { role, ...(why && { why }) })
}

/** Whether clients were given a letter of the manager, which is evidence for five years (FAIS s18). */
async function hasGivenLetters(tx: Transaction, user: UserRow): Promise<boolean> {
  const letters = tx
    .select({ id: sql`${documents.id}::text` })
    .from(documents)
    .where(and(eq(documents.ownerId, user.id), eq(documents.kind, 'staffFais')))
  const [given] = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.action, 'fais-letter.downloaded'),
        sql`${auditEvents.details}->>'documentId' in (${letters})`,
      ),
    )
    .limit(1)
  return given !== undefined
}

/** Rows of uploads are deleted with their user, so their objects are marked for the cleanup job. */
async function leaveUploads(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  const removed = await tx
    .delete(uploads)
    .where(inArray(uploads.userId, [...ids]))
    .returning({ key: uploads.objectKey })
  const keys = removed.map(({ key }) => key)
  await markForDeletion(tx, keys, now)
}

function systemAdministrator(): DomainError {
  return new DomainError(
    'conflict',
    'System administrators cannot be deleted. Please deactivate the account, or change its role first.',
  )
}

/** Whether a deletion failed since other records refer to the row. */
export function isReferredTo(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && IS_REFERRED_TO.has(error.code)) || isReferredTo(error.cause)
}

/** The refusal to delete an account with records. */
function hasLeftRecords(): DomainError {
  return new DomainError(
    'conflict',
    'This person’s activity is on record and must be kept. Please deactivate the account instead.',
  )
}
