import { eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'

/** The user who changed an application's status at a time, from the audit log; null for the server itself. */
export function statusChangedBy(
  applicationId: PgColumn,
  changedAt: PgColumn,
): SQL<ListedApplication['statusChangedBy']> {
  const by = new QueryBuilder()
    .select({
      by: sql`case when ${auditEvents.actorId} is not null then json_build_object(
        'id', ${auditEvents.actorId}, 'name', coalesce((${nameOfUser(auditEvents.actorId)}), 'a former user')) end`,
    })
    .from(auditEvents)
    .where(
      sql`${eq(auditEvents.action, 'application.status-changed')} and ${eq(auditEvents.at, changedAt)}
        and ${eq(auditEvents.objectId, applicationId)}`,
    )
    .orderBy(sql`${auditEvents.id} desc`)
    .limit(1)
  return sql<ListedApplication['statusChangedBy']>`(${by})`
}
