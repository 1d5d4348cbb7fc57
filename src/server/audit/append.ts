import type { AuditAction, AuditDetails } from '#domain/audit/events.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { auditEvents } from '#server/db/schema.ts'

/** One thing that happened, as the log keeps it. */
export interface AuditEntry<Action extends AuditAction> {
  action: Action
  details: AuditDetails[Action]
  /** Null where nobody is signed in. */
  actor: Pick<Actor, 'userId' | 'role'> | null
  /** The user or application that was acted on. */
  objectId: string | null
  ip: string | null
  at: Date
  success?: boolean
}

/** The rows of the log for what happened at once, for a statement that changes and records together (`withAudit`). */
export function auditRows(entries: readonly AuditEntry<AuditAction>[]): string {
  return JSON.stringify(
    entries.map(({ actor, objectId, success = true, ...entry }) => ({
      ...entry,
      success,
      actor_id: actor?.userId ?? null,
      actor_role: actor?.role ?? null,
      object_id: objectId,
    })),
  )
}

/** Appends to the audit log, in the transaction of the change that it records. */
export async function appendAudit<Action extends AuditAction>(
  tx: Database | Transaction,
  { actor, success = true, ...entry }: AuditEntry<Action>,
): Promise<void> {
  await tx
    .insert(auditEvents)
    .values({ ...entry, success, actorId: actor?.userId ?? null, actorRole: actor?.role ?? null })
}
