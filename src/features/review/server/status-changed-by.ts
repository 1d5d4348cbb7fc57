import { and, desc, eq, sql } from 'drizzle-orm'
import { alias, QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'

/** For a left join of the change with its user. */
export const changers = alias(users, 'changers')

/** The columns that `userWhoChanged` reads, of {@link lastChange} and {@link changers}. */
export const changerName = sql<string | null>`coalesce(${changers.fullName}, ${changers.username})`

/** For a lateral join of an application with the change to its status at a time, from the audit log. */
export function lastChange(applicationId: PgColumn, changedAt: PgColumn) {
  return new QueryBuilder()
    .select({ actorId: auditEvents.actorId })
    .from(auditEvents)
    .where(
      and(
        // A literal: as a parameter, the plan of all actions would be used for it.
        sql`${auditEvents.action} = 'application.status-changed'`,
        eq(auditEvents.at, changedAt),
        eq(auditEvents.objectId, applicationId),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1)
    .as('last_change')
}

/** The user who changed a status; null for the server itself. */
export function userWhoChanged({
  statusChangedById: id,
  statusChangedByName: name,
}: {
  statusChangedById: string | null
  statusChangedByName: string | null
}): ListedApplication['statusChangedBy'] {
  return id === null ? null : { id, name: name ?? 'a former user' }
}
