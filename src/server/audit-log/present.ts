import type { SecurityAuditEntry, SystemAuditEntry } from '#domain/api/audit-log.ts'
import { auditEvents } from '#server/db/audit-schema.ts'
import { asText, field, made, nameOfUser, type Projection } from '#server/lists/projection.ts'

/** What leaves the server of a row for those who look after the system (specification section 3, "System audit log"). */
export const systemEntry: Projection<SystemAuditEntry> = {
  id: asText(auditEvents.id),
  timestamp: field(auditEvents.at),
  userId: field(auditEvents.actorId),
  userName: nameOfUser(auditEvents.actorId),
  action: field(auditEvents.action),
  // What sort of thing by the action, and which one.
  resource: made(`split_part(listed.action, '.', 1) || coalesce(' ' || listed.object_id, '')`),
  ipAddress: field(auditEvents.ip),
  status: made(`case when listed.success then 'SUCCESS' else 'FAILURE' end`),
}

/** What leaves the server of a row for those who look after security (specification section 3, "Security audit log"). */
export const securityEntry: Projection<SecurityAuditEntry> = {
  id: asText(auditEvents.id),
  timestamp: field(auditEvents.at),
  userId: field(auditEvents.actorId),
  userName: nameOfUser(auditEvents.actorId),
  action: field(auditEvents.action),
  success: field(auditEvents.success),
  ip: field(auditEvents.ip),
}
