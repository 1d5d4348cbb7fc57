import { eq } from 'drizzle-orm'
import { bumpVersion } from '#features/applications/server/record/application-version.ts'
import { record } from '#features/audit/server/record.ts'
import { documents } from '#features/access/schema/tables.ts'
import { notFound, DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { lockWithDocument, requireRemovable } from './commands.ts'
import { refuseBeyondCount } from './register.ts'

/** Far less than the minimum retention of removed files (one day), so the bytes still exist. */
const RESTORABLE_MS = 60 * 60_000

/**
 * Undoes the removal of a file, for the client who may remove it. Idempotent.
 *
 * @throws DomainError not-found for a file that is missing, infected or another client's; conflict once the application
 * is submitted, where its list is full, or later than an hour after the removal (code `too-late`)
 */
export async function restoreDocument(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, now } = work
    const { application, document } = await lockWithDocument(work, id)
    if (document.virusScan === 'infected') throw notFound()
    const { kind, removedAt } = document
    if (removedAt === null) return
    await requireRemovable(work, application, document)
    if (now.getTime() - removedAt.getTime() > RESTORABLE_MS) {
      throw new DomainError('conflict', 'It’s too late to restore this file. Please upload it again.', {
        code: 'too-late',
      })
    }
    await refuseBeyondCount(tx, application.id, kind)
    await tx.update(documents).set({ removedAt: null }).where(eq(documents.id, id))
    await record(work, 'document.restored', application.id, { documentId: id, kind })
    await bumpVersion(tx, application.id, now)
  })
}
