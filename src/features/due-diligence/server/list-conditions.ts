import { prohibitingRoles } from '#features/due-diligence/rules/screened-roles.ts'
import { and, eq, inArray, isNull, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { OVERRIDE_MS } from '#features/approvals/rules/approvals.ts'
import {
  packStateNames,
  type PackFilter,
  type PackState,
  type PackSummary,
} from '#features/due-diligence/rules/pack-state.ts'
import { taskNames, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { lastAskedRefresh, RATING_RESTS_ON } from '#features/due-diligence/rules/rating/rate.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { oldestList } from '#features/screening/rules/editions.ts'
import { approvals } from '#features/approvals/schema.ts'
import { dueDiligenceTasks as rows } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { hits, listEditions, screeningSubjects } from '#features/screening/schema.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'

/** Who reads a list, and when. */
interface Reading {
  /** The manager whose clients are listed; null for an admin. Managers do not learn of approvals. */
  managerId: string | null
  now: Date
  /** A United Nations list that is older clears no client. */
  listMaxDays: number
}

const isAccepted = eq(rows.state, 'accepted')
const expires = (now: Date) => sql`coalesce(${rows.renewFrom} <= ${dayOf(now)}, false)`
const isDue = (now: Date) => sql`(${isAccepted} and (coalesce(${rows.outdated}, false) or ${expires(now)}))`
const tasksWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`

/** From the tasks of one application, as `stateOf` has them. */
function stateIn(now: Date): SQL<PackState> {
  return sql`case when ${tasksWhere(isDue(now))} > 0 then 'due'
    when ${tasksWhere(isAccepted)} = ${taskNames.length} then 'complete'
    when ${tasksWhere(eq(rows.state, 'handed-in'))} > 0 then 'with-us'
    when count(*) > 0 then 'open' else 'none' end`
}

const ofListed = (what: SQL) =>
  sql`(select ${what} from ${rows} where ${eq(rows.applicationId, summaries.applicationId)})`

/** The tasks of a listed application, counted. */
export function packSummary(now: Date): SQL<PackSummary> {
  return ofListed(sql`json_build_object('state', ${stateIn(now)},
    'done', ${tasksWhere(sql`${isAccepted} and not ${isDue(now)}`)},
    'toVerify', ${tasksWhere(eq(rows.state, 'handed-in'))})`) as SQL<PackSummary>
}

/** The condition that the pack of a listed application is as a filter says. */
export function matchesPack(filter: PackFilter, reading: Reading): SQL | undefined {
  const { now, managerId } = reading
  if (isState(filter)) return hasState(filter, now)
  if (filter === 'expiring') return inArray(summaries.applicationId, withExpiring(now))
  if (filter === 'incomplete') return notInArray(summaries.applicationId, withAccepted(taskNames))
  if (filter === 'to-rate' || filter === 'refresh') {
    if (managerId !== null) return sql`false`
    return filter === 'refresh' ? inArray(summaries.applicationId, toRefresh(now)) : isToRate()
  }
  const complete = hasState('complete', now)
  if (managerId !== null) return complete
  const overridden = isOverridden(now)
  // The cheapest conditions first.
  return and(isScreened(reading), or(and(overridden, or(isRated(), isCovered())), and(isRated(), complete)))
}

/** The applications with accepted tasks that expire. As a set: quicker than one subquery for each application. */
function withExpiring(now: Date) {
  return new QueryBuilder()
    .select({ id: rows.applicationId })
    .from(rows)
    .where(and(isAccepted, lte(rows.renewFrom, dayOf(now))))
}

/** The applications whose due diligence is refreshed soon. */
function toRefresh(now: Date) {
  return new QueryBuilder()
    .select({ id: riskRatings.applicationId })
    .from(riskRatings)
    .where(and(isNull(riskRatings.supersededAt), lte(riskRatings.refreshOn, lastAskedRefresh(dayOf(now)))))
}

/** The applications where all of some tasks are accepted, as a set. */
function withAccepted(tasks: readonly TaskName[]) {
  return new QueryBuilder()
    .select({ id: rows.applicationId })
    .from(rows)
    .where(and(isAccepted, inArray(rows.task, [...tasks])))
    .groupBy(rows.applicationId)
    .having(sql`count(*) = ${tasks.length}`)
}

/** What a rating rests on is accepted, and no rating is current. */
function isToRate(): SQL | undefined {
  const hasCurrent = hasRating(() => sql`not ${riskRatings.outdated}`)
  return and(inArray(summaries.applicationId, withAccepted(RATING_RESTS_ON)), sql`not ${hasCurrent}`)
}

function isState(filter: PackFilter): filter is PackState {
  return (packStateNames as readonly PackFilter[]).includes(filter)
}

const hasState = (state: PackState, now: Date) => sql`${ofListed(stateIn(now))} = ${state}`

/** As `gateOf` has it. */
function isOverridden(now: Date): SQL {
  const since = new Date(now.getTime() - OVERRIDE_MS).toISOString()
  // A set of few.
  return sql`${summaries.applicationId} in (select ${approvals.applicationId} from ${approvals}
    where ${approvals.kind} = 'gate' and ${approvals.decision} = 'granted' and ${approvals.decidedAt} > ${since})`
}

/** The current rating of a listed application, with a condition on its row and on the decision about it. */
function hasRating(condition: (decision: SQL) => SQL): SQL {
  const decision = sql`(select ${approvals.decision} from ${approvals}
    where ${approvals.applicationId} = ${summaries.applicationId} and ${approvals.object} = ${riskRatings.id}
    order by ${approvals.askedAt} desc, ${approvals.id} desc limit 1)`
  return sql`exists (select from ${riskRatings} where ${riskRatings.applicationId} = ${summaries.applicationId}
    and ${riskRatings.supersededAt} is null and ${condition(decision)})`
}

const isApproved = (decision: SQL) =>
  sql`(${riskRatings.approval} is null or ${decision} is not distinct from 'granted')`

/** A rating that no change has outdated, with the approval that it needs. */
const isRated = () => hasRating((decision) => sql`not ${riskRatings.outdated} and ${isApproved(decision)}`)

/** An override covers the rating of a client who is not exposed, and no approval that a rating needs. */
function isCovered(): SQL {
  const exposed = ofListed(sql`coalesce(bool_or(${rows.needsApproval}), false)`)
  return sql`(not ${exposed} and not ${hasRating((decision) => sql`not ${isApproved(decision)}`)})`
}

/** As `missingToClear` has it. A comparison is complete with each list in use. */
function isScreened({ now, listMaxDays }: Reading): SQL {
  const inForce = sql`select from ${listEditions} f where f.in_force_at is not null and f.superseded_at is null`
  const own = sql`select from ${screeningSubjects} s where s.application_id = ${summaries.applicationId}`
  return sql`(exists (${inForce} and f.source = 'UN' and f.generated_on >= ${oldestList(now, listMaxDays)})
    and exists (${own} and s.role = 'client' and s.screened_at is not null)
    and not exists (${own} and s.fingerprint <> '' and (s.screened_at is null or s.unreadable
      or exists (${inForce} and f.screened_at is null and f.in_force_at > s.screened_at)))
    and not exists (select from ${hits} h where h.application_id = ${summaries.applicationId}
      and (h.state in ('open', 'waiting') or (h.state = 'match' and h.source = 'UN'
        and exists (${own} and s.id = h.subject_id and s.role = any(${sql.param(prohibitingRoles)}::text[]))))))`
}
