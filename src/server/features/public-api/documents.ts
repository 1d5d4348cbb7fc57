import { and, eq, isNull } from 'drizzle-orm'
import { doerOf } from '#server/features/api-tokens/authenticate.ts'
import { openFile, type OpenedDocument } from '#server/features/documents/read.ts'
import { recordRead } from '#server/shared/audit/record.ts'
import { applications, documents } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/domain-error.ts'
import type { PublicCall } from './call.ts'
import { isVisibleTo } from './visible-to.ts'

/**
 * Opens a file of an application in scope, and records the access.
 *
 * @throws DomainError not-found for one that is missing, removed or out of scope; conflict for one that waits for the
 * virus scanner, or did not pass it
 */
export async function openForProgram(call: PublicCall, id: string): Promise<OpenedDocument> {
  const { context, machine } = call
  const { db } = context.database
  const [found] = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(applications, eq(applications.id, documents.applicationId))
    .where(and(eq(documents.id, id), isNull(documents.removedAt), isVisibleTo(machine)))
  if (found === undefined) throw notFound()
  const { document } = found
  const details = { documentId: id, kind: document.kind }
  return openFile(context, document, () =>
    recordRead({ ...call, actor: doerOf(machine), tx: db }, 'document.read', document.applicationId, details),
  )
}
