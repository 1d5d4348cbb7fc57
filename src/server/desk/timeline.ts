import { and, desc, eq, lt } from 'drizzle-orm'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { TimelineEntry } from '#domain/api/staff-applications.ts'
import type { AuditDetails } from '#domain/audit/events.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { statusReasons } from '#server/db/review-schema.ts'
import { auditEvents } from '#server/db/audit-schema.ts'
import { applications, users } from '#server/db/schema.ts'
import { notFound } from '#server/refusal.ts'
import { withinReach } from '#server/application-record/within-reach.ts'

type TimelineQuery = ParsedInput<'GET /api/admin/applications/{id}/timeline'>['query']

/**
 * What happened to an application, the latest first, as the audit log tells it: a page and, where there are more, one
 * more.
 *
 * @param page `cursor` is the id of the last entry that was seen
 * @throws Refusal not-found for one that is missing or out of the reader's reach
 */
export async function timelineOf(
  { database: { db } }: Pick<Context, 'database'>,
  id: string,
  { reader, page: { limit, cursor } }: { reader: Actor; page: TimelineQuery },
): Promise<TimelineEntry[]> {
  const inReach = and(eq(applications.id, id), withinReach(reader, 'application.review'))
  if ((await db.$count(applications, inReach)) === 0) throw notFound()
  const [events, reasons] = await Promise.all([
    db
      .select({ event: auditEvents, fullName: users.fullName, username: users.username })
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.actorId))
      .where(
        and(
          eq(auditEvents.objectId, id),
          cursor === undefined ? undefined : lt(auditEvents.id, Number(cursor)),
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(limit + 1),
    db.select().from(statusReasons).where(eq(statusReasons.applicationId, id)),
  ])
  return events.map(({ event, fullName, username }) => ({
    id: String(event.id),
    at: event.at.toISOString(),
    action: event.action,
    actorName: fullName ?? username,
    actorRole: event.actorRole,
    statusChange: statusChangeOf(event, reasons),
  }))
}

/** A reason belongs to the change of the same moment. */
function statusChangeOf(
  { action, at, details }: typeof auditEvents.$inferSelect,
  reasons: readonly (typeof statusReasons.$inferSelect)[],
): TimelineEntry['statusChange'] {
  if (action !== 'application.status-changed') return null
  const { from, to } = details as AuditDetails['application.status-changed']
  const given = reasons.find((one) => one.status === to && one.at.getTime() === at.getTime())
  return { from, to, reason: given?.reason ?? null }
}
