import type pg from 'pg'
import type { AnswerOf } from '#domain/api/contract.ts'
import { stepIds } from '#domain/applications/wizard/steps.ts'
import { mondayOf } from '#domain/time/dates.ts'
import { readTallies } from '#server/lists/tallies.ts'
import { countByStatus } from './tallies.ts'

type AdminFigures = AnswerOf<'GET /api/admin/application-figures'>
type StatusFigures = AnswerOf<'GET /api/wealth-manager/application-figures'>

const WEEKS = 26
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** How many applications there are by status. @param managerId whose clients'; null for all */
export async function statusFigures(pool: pg.Pool, managerId: string | null): Promise<StatusFigures> {
  const statuses = await countByStatus(pool, managerId)
  return { total: Object.values(statuses).reduce((sum, count) => sum + count, 0), statuses }
}

/** What the admins' charts show. */
export async function adminFigures(pool: pg.Pool, now: Date): Promise<AdminFigures> {
  const weeks = latestWeeks(now)
  const [statuses, unassigned, started, submitted, steps] = await Promise.all([
    statusFigures(pool, null),
    readTallies(pool, 'unassigned'),
    readTallies(pool, 'started', weeks[0]),
    readTallies(pool, 'submitted', weeks[0]),
    readTallies(pool, 'draft step'),
  ])
  const [startedIn, submittedIn] = [byKey(started), byKey(submitted)]
  return {
    ...statuses,
    unassigned: unassigned.reduce((sum, { count }) => sum + count, 0),
    weeks: weeks.map((week) => ({
      week,
      started: startedIn.get(week) ?? 0,
      submitted: submittedIn.get(week) ?? 0,
    })),
    draftSteps: draftSteps(byKey(steps)),
  }
}

function byKey(tallies: readonly { key: string; count: number }[]): Map<string, number> {
  return new Map(tallies.map(({ key, count }) => [key, count]))
}

/** The Mondays of the latest weeks, oldest first. */
function latestWeeks(now: Date): string[] {
  return Array.from({ length: WEEKS }, (_, index) =>
    mondayOf(new Date(now.getTime() - (WEEKS - 1 - index) * WEEK_MS)),
  )
}

/** In the order of the steps; whatever else is in there comes last, together. */
function draftSteps(counts: ReadonlyMap<string, number>): AdminFigures['draftSteps'] {
  const known = stepIds.map((step) => ({ step, count: counts.get(step) ?? 0 }))
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const others = all - known.reduce((sum, { count }) => sum + count, 0)
  return others === 0 ? known : [...known, { step: null, count: others }]
}
