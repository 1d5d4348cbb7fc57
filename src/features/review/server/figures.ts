import { count as countAll, eq, sql } from 'drizzle-orm'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { stepIds } from '#features/applications/rules/wizard/steps.ts'
import { mondayOf } from '#base/rules/time/dates.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { countByStatus } from './counts.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

type AdminFigures = AnswerOf<'GET /api/admin/application-figures'>
type StatusFigures = Pick<AdminFigures, 'total' | 'statuses'>

const WEEKS = 26
const WEEK_MS = 7 * DAY_MS

/** The number of applications by status. @param managerIds the managers whose clients are counted; null for all */
export async function statusFigures(
  db: Queries,
  managerIds: readonly string[] | null,
): Promise<StatusFigures> {
  const statuses = await countByStatus(db, managerIds)
  return { total: Object.values(statuses).reduce((sum, count) => sum + count, 0), statuses }
}

/** The figures of the admins' charts. */
export async function adminFigures(db: Queries, now: Date): Promise<AdminFigures> {
  const weeks = latestWeeks(now)
  const [statuses, unassigned, started, submitted, steps] = await Promise.all([
    statusFigures(db, null),
    db.$count(summaries, sql`${summaries.unassigned}`),
    countByWeek(db, summaries.createdAt, weeks),
    countByWeek(db, summaries.submittedAt, weeks),
    countDraftsByStep(db),
  ])
  return {
    ...statuses,
    unassigned,
    weeks: weeks.map((week) => ({
      week,
      started: started.get(week) ?? 0,
      submitted: submitted.get(week) ?? 0,
    })),
    draftSteps: draftSteps(steps),
  }
}

/** Counts by week, each named by its Monday in South Africa. */
async function countByWeek(
  db: Queries,
  column: typeof summaries.createdAt | typeof summaries.submittedAt,
  weeks: readonly string[],
): Promise<Map<string, number>> {
  const [first, last] = [weeks.at(0) ?? '', weeks.at(-1) ?? '']
  // Each week is a range of the column's index.
  const { rows } = await db.execute<{ week: string; count: number }>(sql`
    select to_char(week, 'YYYY-MM-DD') as week, (
      select count(*)::int from ${summaries} where ${column} >= week at time zone 'Africa/Johannesburg'
        and ${column} < (week + interval '7 days') at time zone 'Africa/Johannesburg') as count
    from generate_series(${first}::timestamp, ${last}::timestamp, interval '7 days') week`)
  return new Map(rows.map((one) => [one.week, one.count]))
}

async function countDraftsByStep(db: Queries): Promise<Map<string, number>> {
  const counted = await db
    .select({ step: summaries.currentStep, count: countAll() })
    .from(summaries)
    .where(eq(summaries.status, 'draft'))
    .groupBy(summaries.currentStep)
  return new Map(counted.map((one) => [one.step ?? '', one.count]))
}

/** The Mondays of the latest weeks, oldest first. */
function latestWeeks(now: Date): string[] {
  return Array.from({ length: WEEKS }, (_, index) =>
    mondayOf(new Date(now.getTime() - (WEEKS - 1 - index) * WEEK_MS)),
  )
}

/** In the order of the steps; unknown steps are counted together at the end. */
function draftSteps(counts: ReadonlyMap<string, number>): AdminFigures['draftSteps'] {
  const known = stepIds.map((step) => ({ step, count: counts.get(step) ?? 0 }))
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const others = all - known.reduce((sum, { count }) => sum + count, 0)
  return others === 0 ? known : [...known, { step: null, count: others }]
}
