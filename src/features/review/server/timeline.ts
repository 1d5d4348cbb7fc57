import { and, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { TimelineEntry } from '#features/review/api/timeline.ts'
import { routineEvents, type TimelinePart } from '#features/audit/rules/timeline-parts.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import type { Context } from '#base/server/context.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { statusReasons } from '#features/applications/schema/review-schema.ts'
import { nameOfActing } from '#features/access/server/name-of-user.ts'
import { byColumn, paginate, type ListOrders, type Page } from '#base/server/lists/paginate.ts'
import { readRows } from '#base/server/lists/read-rows.ts'
import { notFound } from '#base/server/domain-error.ts'

type TimelineQuery = ParsedInput<'GET /api/admin/applications/{id}/timeline'>['query']

const newestFirst = {
  name: 'this timeline',
  keys: { id: byColumn(auditEvents.id) },
  orders: { newest: [] },
  unique: 'id',
} as const satisfies ListOrders<'newest', 'id'>

/** The reason of a status change has the same time as the change. */
const statusChange = sql<
  TimelineEntry['statusChange']
>`case when ${auditEvents.action} = 'application.status-changed' then
  json_build_object('from', ${auditEvents.details} ->> 'from', 'to', ${auditEvents.details} ->> 'to', 'reason', (
    select ${statusReasons.reason} from ${statusReasons} where ${eq(statusReasons.applicationId, auditEvents.objectId)}
      and ${statusReasons.status} = ${auditEvents.details} ->> 'to' and ${eq(statusReasons.at, auditEvents.at)} limit 1)) end`

const entryColumns = {
  id: auditEvents.id,
  at: auditEvents.at,
  action: auditEvents.action,
  actorName: nameOfActing(auditEvents.actorId, auditEvents.details),
  actorRole: auditEvents.actorRole,
  // Nested, since drizzle drops the table's name from columns of the outermost SQL.
  statusChange: sql<TimelineEntry['statusChange']>`${statusChange}`,
}

/**
 * A page of an application's audit log, the latest first.
 *
 * @throws DomainError not-found for one that is missing or out of the reader's scope
 */
export async function timelineOf(
  { database }: Pick<Context, 'database'>,
  id: string,
  { reader, page: { part, ...page } }: { reader: Actor; page: TimelineQuery },
): Promise<Page<TimelineEntry>> {
  const inReaderScope = and(eq(applications.id, id), inScope(reader, 'application.review'))
  if ((await database.db.$count(applications, inReaderScope)) === 0) throw notFound()
  const isListed = and(eq(auditEvents.objectId, sql.placeholder('application')), isOfPart(part))
  return paginate(
    newestFirst,
    { ...page, sort: 'newest', direction: 'desc' },
    {
      read: ({ where, orderBy, limit, values, shape }) =>
        readRows(
          database,
          `timeline ${part} ${shape}`,
          () =>
            database.db
              .select(entryColumns)
              .from(auditEvents)
              .where(and(isListed, where))
              .orderBy(...orderBy)
              .limit(limit),
          { ...values, application: id },
        ),
      present: (row) => ({ ...row, id: String(row.id) }),
    },
  )
}

function isOfPart(part: TimelinePart | undefined): SQL | undefined {
  if (part === undefined) return undefined
  return (part === 'routine' ? inArray : notInArray)(auditEvents.action, [...routineEvents])
}
