import { and, eq, isNull } from 'drizzle-orm'
import { doerOf } from '#features/integrations/server/tokens/authenticate.ts'
import { openFile, type OpenedDocument } from '#features/documents/server/read.ts'
import { recordRead } from '#features/audit/server/record.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'
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
