import type { SecurityAuditEntry, SystemAuditEntry } from '#domain/api/audit-log.ts'
import type { LoggedEvent } from './list-events.ts'

/** What a row is about: what sort of thing by its action, and which one. */
function resourceOf({ action, objectId }: LoggedEvent): string {
  const [subject = ''] = action.split('.')
  return objectId === null ? subject : `${subject} ${objectId}`
}

/** What leaves the server of a row for those who look after the system (specification section 3, "System audit log"). */
export function presentForSystem(event: LoggedEvent): SystemAuditEntry {
  return {
    id: String(event.id),
    timestamp: event.at.toISOString(),
    userId: event.actorId,
    userName: event.actorName,
    action: event.action,
    resource: resourceOf(event),
    ipAddress: event.ip,
    status: event.success ? 'SUCCESS' : 'FAILURE',
  }
}

/** What leaves the server of a row for those who look after security (specification section 3, "Security audit log"). */
export function presentForSecurity(event: LoggedEvent): SecurityAuditEntry {
  return {
    id: String(event.id),
    timestamp: event.at.toISOString(),
    userId: event.actorId,
    userName: event.actorName,
    action: event.action,
    success: event.success,
    ip: event.ip,
  }
}
