import { and, eq, isNull, ne } from 'drizzle-orm'
import { record } from '#features/audit/server/record.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { letterFrom, withSentLetter } from '#features/signing/server/letters/staff-letter.ts'
import { notFound, DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { lockAdministered } from './account-guards.ts'

/**
 * Makes an uploaded file the FAIS document of a manager; earlier versions stay. Idempotent.
 *
 * @returns the document's id
 * @throws DomainError not-found, conflict for a user who is no manager; as `withSentLetter` for the file
 */
export async function replaceLetter(
  act: CommandContext,
  { managerId, address }: { managerId: string; address: string },
): Promise<string> {
  const known = await letterFrom(act.context.database.db, {
    address,
    managerId,
    userId: act.actor.userId,
  })
  if (known !== null) return known
  return withSentLetter(act, { address, field: 'documentURL' }, (giveLetter) =>
    inTransaction(act, async (work) => {
      const user = await lockAdministered(work, managerId)
      if (user.role !== 'wealth_manager') {
        throw new DomainError(
          'conflict',
          'Only wealth managers have a FAIS document. Please change the role first.',
        )
      }
      return giveLetter(work, managerId)
    }),
  )
}

/**
 * Makes an earlier version the FAIS document of a manager again. Idempotent.
 *
 * @param replaces the version that the actor saw as current
 * @throws DomainError not-found for a version that is missing, infected or another manager's; conflict where the
 * current version has changed meanwhile
 */
export async function restoreLetter(
  act: CommandContext,
  { managerId, documentId, replaces }: { managerId: string; documentId: string; replaces: string },
): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx } = work
    const user = await lockAdministered(work, managerId)
    const [version] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(
        and(
          eq(documents.id, documentId),
          eq(documents.ownerId, managerId),
          eq(documents.kind, 'staffFais'),
          isNull(documents.removedAt),
          ne(documents.virusScan, 'infected'),
        ),
      )
    if (version === undefined) throw notFound()
    if (user.faisDocumentId === documentId) return
    if (user.role !== 'wealth_manager' || user.faisDocumentId !== replaces) {
      throw new DomainError('conflict', 'This FAIS document has since been changed. Please reload the page.')
    }
    await tx.update(users).set({ faisDocumentId: documentId }).where(eq(users.id, managerId))
    await record(work, 'user.fais-document-restored', managerId, { documentId, replaced: replaces })
  })
}
