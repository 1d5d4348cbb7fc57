import type { AuditAction, AuditDetails } from '#domain/audit/events.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { auditEvents } from '#server/db/audit-schema.ts'

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

/** Appends to the audit log, in the transaction of the change that it records. */
export async function appendAudit<Action extends AuditAction>(
  tx: Database | Transaction,
  { actor, success = true, ...entry }: AuditEntry<Action>,
): Promise<void> {
  await tx
    .insert(auditEvents)
    .values({ ...entry, success, actorId: actor?.userId ?? null, actorRole: actor?.role ?? null })
}
