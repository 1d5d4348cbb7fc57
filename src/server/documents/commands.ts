import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Actor, Origin } from '#server/actor.ts'
import { lockApplicationOfClient } from '#server/application-record/application-row.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { documents } from '#server/db/schema.ts'
import { notFound } from '#server/refusal.ts'
import { bumpVersion } from '#server/application-record/application-version.ts'
import { requireEditable } from '#server/application-record/editable.ts'
import type { DocumentRow } from './queries.ts'

/**
 * Takes files off their application in the caller's transaction, which also raises the application's version.
 * The stored objects stay for a grace period (decisions, "Removing a file").
 */
export async function removeDocuments(
  tx: Transaction,
  removed: readonly DocumentRow[],
  { actor, ip, now }: { actor: Pick<Actor, 'userId' | 'role'>; ip: string | null; now: Date },
): Promise<void> {
  if (removed.length === 0) return
  const ids = removed.map((row) => row.id)
  await tx
    .update(documents)
    .set({ removedAt: now })
    .where(and(inArray(documents.id, ids), isNull(documents.removedAt)))
  for (const { id, kind, applicationId } of removed) {
    await appendAudit(tx, {
      action: 'document.removed',
      details: { documentId: id, kind },
      actor,
      objectId: applicationId,
      ip,
      at: now,
    })
  }
}

/**
 * Removes one file from its sender's application.
 *
 * @throws Refusal not-found for one that is missing, removed or somebody else's; conflict once the application is
 *   submitted
 */
export async function removeDocument(
  context: Context,
  { id, actor, origin, now }: { id: string; actor: Actor; origin: Origin; now: Date },
): Promise<void> {
  await context.database.db.transaction(async (tx) => {
    const application = await lockApplicationOfClient(tx, context, actor.userId)
    const [document] = await tx
      .select()
      .from(documents)
      .where(
        and(eq(documents.id, id), eq(documents.applicationId, application.id), isNull(documents.removedAt)),
      )
    if (document === undefined) throw notFound()
    requireEditable(actor, 'document.remove', application)
    await removeDocuments(tx, [document], { actor, ip: origin.ip, now })
    await bumpVersion(tx, application.id, now)
  })
}
