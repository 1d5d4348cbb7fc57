import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { BulkProgress, BulkResult } from '#features/review/api/bulk-acts.ts'
import type { BulkOutcome } from '#features/review/rules/bulk-acts.ts'
import { actionTo } from '#features/access/rules/lifecycle/transitions.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { bulkActRows, bulkActs } from '#features/review/schema/bulk-schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'

/** The number of results by outcome. */
const outcomes = sql<Partial<Record<BulkOutcome, number>>>`(
  select coalesce(json_object_agg(outcome, count), '{}')
  from (select outcome, count(*)::int from ${bulkActRows}
    where ${bulkActRows.bulkActId} = ${bulkActs.id} and outcome is not null group by outcome) told)`

function progress(db: Queries) {
  return db.select({ bulkAct: bulkActs, outcomes }).from(bulkActs).$dynamic()
}

/**
 * The progress of the user's own bulk action.
 *
 * @throws DomainError not-found for another user's
 */
export async function progressOf(db: Queries, id: string, actor: Doer): Promise<BulkProgress> {
  const [row] = await progress(db).where(and(eq(bulkActs.id, id), eq(bulkActs.actorId, actor.userId)))
  if (row === undefined) throw notFound()
  return presented(row)
}

/** The user's bulk actions of the last day, the latest first. */
export async function ownBulkActions(db: Queries, { userId }: Doer, now: Date): Promise<BulkProgress[]> {
  const lately = gt(bulkActs.createdAt, new Date(now.getTime() - DAY_MS))
  const rows = await progress(db)
    .where(and(eq(bulkActs.actorId, userId), lately))
    .orderBy(desc(bulkActs.createdAt), desc(bulkActs.id))
  return rows.map(presented)
}

/** Whether a bulk action of the user has not ended. */
export async function isActing(db: Queries, { userId }: Doer): Promise<boolean> {
  return (await db.$count(bulkActs, and(eq(bulkActs.actorId, userId), isNull(bulkActs.endedAt)))) > 0
}

type ProgressRow = Awaited<ReturnType<typeof progress>>[number]

function presented({ bulkAct, outcomes: counts }: ProgressRow): BulkProgress {
  const { id, act, total, beginsAt, startedAt, calledOffAt, endedAt } = bulkAct
  return {
    id,
    name: act.name,
    status: act.name === 'change-status' ? act.status : null,
    total,
    outcomes: counts,
    beginsAt: beginsAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    calledOffAt: calledOffAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/**
 * The result of each application of the user's own bulk action. Those out of scope have no name, like missing ones, and
 * only users who can onboard read why one was not ready.
 *
 * @throws DomainError not-found for another user's
 */
export async function resultsOf(db: Queries, id: string, actor: Doer): Promise<BulkResult[]> {
  await progressOf(db, id, actor)
  const mayOnboard = actionTo(actor.role, 'approved', 'onboarded') !== undefined
  const rows = await db
    .select({
      applicationId: bulkActRows.applicationId,
      name: sql<
        string | null
      >`coalesce(${applicationSummaries.fullName}, ${applicationSummaries.emailAddress})`,
      outcome: bulkActRows.outcome,
      notReady: bulkActRows.notReady,
    })
    .from(bulkActRows)
    .leftJoin(
      applications,
      and(eq(applications.id, bulkActRows.applicationId), inScope(actor, 'application.review')),
    )
    .leftJoin(applicationSummaries, eq(applicationSummaries.applicationId, applications.id))
    .where(eq(bulkActRows.bulkActId, id))
    .orderBy(asc(bulkActRows.position))
  return rows.map(({ notReady, ...row }) => ({
    ...row,
    notReady: mayOnboard && row.name !== null ? [...(notReady ?? [])] : [],
  }))
}
