import { eq, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { formatReference } from '#base/rules/identifiers/reference.ts'
import type { SecurityAuditEntry, SystemAuditEntry } from '#features/audit/api.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { Listed } from '#base/server/lists/read-rows.ts'
import { nameOfActing, nameOfActor, nameOfUser } from '#features/access/server/name-of-user.ts'

const about = alias(applications, 'about')

const referenceOfObject = new QueryBuilder()
  .select({ reference: about.reference })
  .from(about)
  .where(eq(about.id, auditEvents.objectId))

const clientOfObject = new QueryBuilder()
  .select({ name: nameOfUser(about.userId) })
  .from(about)
  .where(eq(about.id, auditEvents.objectId))

/** The columns of audit log entries. */
export const entryColumns = {
  id: auditEvents.id,
  at: auditEvents.at,
  actorId: auditEvents.actorId,
  userName: nameOfActing(auditEvents.actorId, auditEvents.details),
  action: auditEvents.action,
  objectId: auditEvents.objectId,
  objectReference: sql<string | null>`(${referenceOfObject})`,
  objectName: sql<string | null>`coalesce((${clientOfObject}), ${nameOfActor(auditEvents.objectId)})`,
  ip: auditEvents.ip,
  success: auditEvents.success,
  details: auditEvents.details,
}

/** A row of the audit log with the actor's name. */
export type FoundEvent = Listed<
  Pick<
    typeof auditEvents.$inferSelect,
    'id' | 'at' | 'actorId' | 'action' | 'objectId' | 'ip' | 'success' | 'details'
  >
> & { userName: string | null; objectReference: string | null; objectName: string | null }

/** The object of an event: its kind and id, and its name for people. */
function resourceOf({ action, objectId, objectReference, objectName }: FoundEvent, prefix: string) {
  const [subject = ''] = action.split('.')
  const reference = objectReference === null ? '' : `, ${formatReference(prefix, objectReference)}`
  return {
    resource: objectId === null ? subject : `${subject} ${objectId}`,
    resourceName: objectName === null ? null : `${objectName}${reference}`,
  }
}

/**
 * An entry of the system audit log (specification section 3, "System audit log").
 *
 * @param prefix of the firm's references
 */
export function presentSystemEntry(event: FoundEvent, prefix: string): SystemAuditEntry {
  const { id, at, actorId, userName, action, ip, success } = event
  return {
    id: String(id),
    timestamp: at,
    userId: actorId,
    userName,
    action,
    ...resourceOf(event, prefix),
    ipAddress: ip,
    status: success ? 'SUCCESS' : 'FAILURE',
  }
}

/** An entry of the security audit log (specification section 3, "Security audit log"). */
export function presentSecurityEntry(event: FoundEvent, prefix: string): SecurityAuditEntry {
  const { id, at, actorId, userName, action, success, ip } = event
  return {
    id: String(id),
    timestamp: at,
    userId: actorId,
    userName,
    action,
    success,
    ip,
    ...resourceOf(event, prefix),
  }
}

/** An entry of an export, which has the details too. */
export function presentExportedEntry(event: FoundEvent, prefix: string) {
  return { ...presentSystemEntry(event, prefix), details: event.details }
}
