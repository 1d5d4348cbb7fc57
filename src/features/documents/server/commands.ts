import { and, eq, inArray, isNull } from 'drizzle-orm'
import { isKindOpen } from '#features/applications/rules/round/open-paths.ts'
import { replacesPrevious } from '#features/applications/rules/documents/kinds.ts'
import {
  lockApplicationOfClient,
  type ApplicationRow,
} from '#features/applications/server/record/application-row.ts'
import { record } from '#features/audit/server/record.ts'
import { documents } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { bumpVersion } from '#features/applications/server/record/application-version.ts'
import { notAskedFor, openIn } from '#features/applications/server/record/asked-round.ts'
import { requireOpenFor } from '#features/applications/server/record/editable.ts'
import type { DocumentRow } from './queries.ts'

/**
 * Removes files from their application in the caller's transaction, and raises the application's version. Stored
 * objects remain for a grace period (decisions, "Removing a file").
 */
export async function removeDocuments(
  work: Omit<TransactionContext, 'context'>,
  removed: readonly DocumentRow[],
): Promise<void> {
  const { tx, now } = work
  if (removed.length === 0) return
  const ids = removed.map((row) => row.id)
  await tx
    .update(documents)
    .set({ removedAt: now })
    .where(and(inArray(documents.id, ids), isNull(documents.removedAt)))
  for (const { id, kind, applicationId } of removed) {
    await record(work, 'document.removed', applicationId, { documentId: id, kind })
  }
}

/**
 * Removes a file from its client's application.
 *
 * @throws DomainError not-found for a file that is missing, removed or another client's; conflict once the application
 * is submitted
 */
export async function removeDocument(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { application, document } = await lockWithDocument(work, id)
    if (document.removedAt !== null) throw notFound()
    await requireRemovable(work, application, document)
    await removeDocuments(work, [document])
    await bumpVersion(work.tx, application.id, work.now)
  })
}

/**
 * Locks the actor's application and reads one of its files, removed or not.
 *
 * @throws DomainError not-found for a file that is missing or another client's
 */
export async function lockWithDocument(
  { tx, context, actor }: TransactionContext,
  id: string,
): Promise<{ application: ApplicationRow; document: DocumentRow }> {
  const application = await lockApplicationOfClient(tx, context, actor.userId)
  const ofApplication = and(eq(documents.id, id), eq(documents.applicationId, application.id))
  const [document] = await tx.select().from(documents).where(ofApplication)
  if (document === undefined) throw notFound()
  return { application, document }
}

/**
 * After submission, only files of a correction request outside its items are removable, until it is sent.
 *
 * @throws DomainError conflict where the file can be neither removed nor restored
 */
export async function requireRemovable(
  work: TransactionContext,
  application: ApplicationRow,
  { kind, uploadedAt }: DocumentRow,
): Promise<void> {
  // Papers belong to their tasks, which decide (`due-diligence/papers.ts`).
  if (kind === 'ficaPaper') throw notFound()
  const round = await requireOpenFor(work.tx, work, application, kind)
  if (round === null) return
  const { askedAt } = round.round
  const isOfRound = askedAt !== null && uploadedAt >= askedAt
  if (!isOfRound || replacesPrevious(kind) || !isKindOpen(kind, openIn(round))) throw notAskedFor(round)
}
