import { and, eq, inArray, sql } from 'drizzle-orm'
import { auditEvents } from '#features/audit/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/**
 * Requires that the actor has opened some documents of an application: nothing is accepted by what was not displayed.
 *
 * @throws DomainError conflict (409) where one was not opened
 */
export async function requireOpened(
  { tx, actor }: TransactionContext,
  applicationId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return
  const documentId = sql<string>`${auditEvents.details} ->> 'documentId'`
  const opened = await tx
    .selectDistinct({ documentId })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.objectId, applicationId),
        eq(auditEvents.action, 'document.read'),
        eq(auditEvents.actorId, actor.userId),
        eq(auditEvents.success, true),
        inArray(documentId, [...documentIds]),
      ),
    )
  const missing = new Set(documentIds).size - opened.length
  if (missing === 0) return
  throw new DomainError(
    'conflict',
    missing === 1
      ? 'You haven’t opened the document yet. Please look at it first.'
      : `You haven’t opened ${missing} of the documents yet. Please look at them first.`,
  )
}
