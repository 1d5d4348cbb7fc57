import { and, inArray, isNull } from 'drizzle-orm'
import type { Actor } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Transaction } from '#server/db/database.ts'
import { documents } from '#server/db/schema.ts'
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
