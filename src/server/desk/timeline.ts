import { and, eq } from 'drizzle-orm'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { TimelineEntry } from '#domain/api/staff-applications.ts'
import { routineEvents, type TimelinePart } from '#domain/audit/timeline-parts.ts'
import type { Actor } from '#server/actor.ts'
import { withinReach } from '#server/application-record/within-reach.ts'
import type { Context } from '#server/context.ts'
import { auditEvents } from '#server/db/audit-schema.ts'
import { applications } from '#server/db/schema.ts'
import { defineList } from '#server/lists/list.ts'
import { readPage, type Page } from '#server/lists/page.ts'
import { asText, field, made, nameOfUser } from '#server/lists/projection.ts'
import { equals, type Condition } from '#server/lists/statement.ts'
import { notFound } from '#server/refusal.ts'

type TimelineQuery = ParsedInput<'GET /api/admin/applications/{id}/timeline'>['query']

const timeline = defineList<'newest', TimelineEntry>({
  name: 'this timeline',
  table: auditEvents,
  unique: auditEvents.id,
  orders: { newest: [] },
  fields: {
    id: asText(auditEvents.id),
    at: field(auditEvents.at),
    action: field(auditEvents.action),
    actorName: nameOfUser(auditEvents.actorId),
    actorRole: field(auditEvents.actorRole),
    // A reason belongs to the change of the same moment.
    statusChange: made(`case when listed.action = 'application.status-changed' then json_build_object(
      'from', listed.details ->> 'from', 'to', listed.details ->> 'to', 'reason', (
        select reason from status_reasons where application_id = listed.object_id
          and status = listed.details ->> 'to' and at = listed.at limit 1)) end`),
  },
})

/**
 * What happened to an application, the latest first, as the audit log tells it, a page at a time.
 *
 * @throws Refusal not-found for one that is missing or out of the reader's reach
 */
export async function timelineOf(
  { database }: Pick<Context, 'database'>,
  id: string,
  { reader, page: { part, ...page } }: { reader: Actor; page: TimelineQuery },
): Promise<Page<TimelineEntry>> {
  const inReach = and(eq(applications.id, id), withinReach(reader, 'application.review'))
  if ((await database.db.$count(applications, inReach)) === 0) throw notFound()
  return readPage(database, timeline, {
    ...page,
    sort: 'newest',
    direction: 'desc',
    where: [equals(auditEvents.objectId, id), ...isOfPart(part)],
  })
}

const operators = { main: '<> all', routine: '= any' } as const satisfies Record<TimelinePart, string>

function isOfPart(part: TimelinePart | undefined): Condition[] {
  if (part === undefined) return []
  return [(parameters) => `action ${operators[part]}(${parameters.add(routineEvents)}::text[])`]
}
