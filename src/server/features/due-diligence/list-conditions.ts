import { and, eq, sql, type SQL } from 'drizzle-orm'
import { OVERRIDE_MS } from '#domain/due-diligence/approvals.ts'
import {
  packStateNames,
  type PackFilter,
  type PackState,
  type PackSummary,
} from '#domain/due-diligence/pack-state.ts'
import { taskNames } from '#domain/due-diligence/tasks.ts'
import { dayOf } from '#domain/time/dates.ts'
import {
  approvals,
  declarations,
  dueDiligenceTasks as rows,
} from '#server/platform/db/due-diligence-schema.ts'
import { applicationSummaries as summaries } from '#server/platform/db/review-schema.ts'

/** Who reads a list, and when. */
interface Reading {
  /** The manager whose clients are listed; null for an admin. Managers do not learn of approvals. */
  managerId: string | null
  now: Date
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
  if (filter === 'expiring') return sql`${ofListed(tasksWhere(sql`${isAccepted} and ${expires(now)}`))} > 0`
  if (filter === 'incomplete') return sql`${ofListed(tasksWhere(isAccepted))} < ${taskNames.length}`
  const complete = hasState('complete', now)
  return managerId === null ? and(sql`(${complete} or ${isOverridden(now)})`, isApproved()) : complete
}

function isState(filter: PackFilter): filter is PackState {
  return (packStateNames as readonly PackFilter[]).includes(filter)
}

const hasState = (state: PackState, now: Date) => sql`${ofListed(stateIn(now))} = ${state}`

/** As `gateOf` has it. */
function isOverridden(now: Date): SQL {
  const since = new Date(now.getTime() - OVERRIDE_MS).toISOString()
  return sql`exists (select from ${approvals} where ${approvals.applicationId} = ${summaries.applicationId}
    and ${approvals.kind} = 'gate' and ${approvals.decision} = 'granted' and ${approvals.decidedAt} > ${since})`
}

/** No approval is needed, or the latest one about the declared exposure was granted. */
function isApproved(): SQL {
  const declared = sql`(select ${declarations.id} from ${declarations}
    where ${declarations.applicationId} = ${summaries.applicationId} and ${declarations.task} = 'exposure'
    order by ${declarations.version} desc limit 1)`
  const decision = sql`(select ${approvals.decision} from ${approvals}
    where ${approvals.applicationId} = ${summaries.applicationId} and ${approvals.kind} = 'exposed'
      and ${approvals.object} = ${declared}
    order by ${approvals.askedAt} desc, ${approvals.id} desc limit 1)`
  return sql`(${ofListed(sql`coalesce(bool_or(${rows.needsApproval}), false)`)} is false or ${decision} = 'granted')`
}
