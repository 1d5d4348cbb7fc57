import type { SecurityAuditEntry, SystemAuditEntry } from '#domain/api/audit-log.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { nameOfUser } from '#server/shared/lists/name-of-user.ts'

/** The columns of audit log entries. */
export const entryColumns = {
  id: auditEvents.id,
  at: auditEvents.at,
  actorId: auditEvents.actorId,
  userName: nameOfUser(auditEvents.actorId),
  action: auditEvents.action,
  objectId: auditEvents.objectId,
  ip: auditEvents.ip,
  success: auditEvents.success,
  details: auditEvents.details,
}

/** A row of the audit log with the actor's name. */
export type FoundEvent = Pick<
  typeof auditEvents.$inferSelect,
  'id' | 'at' | 'actorId' | 'action' | 'objectId' | 'ip' | 'success' | 'details'
> & { userName: string | null }

/** An entry of the system audit log (specification section 3, "System audit log"). */
export function presentSystemEntry(event: FoundEvent): SystemAuditEntry {
  const { id, at, actorId, userName, action, objectId, ip, success } = event
  const [subject = ''] = action.split('.')
  return {
    id: String(id),
    timestamp: at.toISOString(),
    userId: actorId,
    userName,
    action,
    resource: objectId === null ? subject : `${subject} ${objectId}`,
    ipAddress: ip,
    status: success ? 'SUCCESS' : 'FAILURE',
  }
}

/** An entry of the security audit log (specification section 3, "Security audit log"). */
export function presentSecurityEntry(event: FoundEvent): SecurityAuditEntry {
  const { id, at, actorId, userName, action, success, ip } = event
  return { id: String(id), timestamp: at.toISOString(), userId: actorId, userName, action, success, ip }
}

/** An entry of an export, which has the details too. */
export function presentExportedEntry(event: FoundEvent) {
  return { ...presentSystemEntry(event), details: event.details }
}
