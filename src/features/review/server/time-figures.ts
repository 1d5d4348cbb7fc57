import type pg from 'pg'
import type { Spread, DurationName, TimeFigures } from '#features/review/api/time-figures.ts'
import { statusesWith } from '#features/access/rules/lifecycle/statuses.ts'
import { stepIds } from '#features/applications/rules/wizard/steps.ts'
import { publicHolidaysBetween } from '#base/rules/south-africa/public-holidays.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'

const MONTHS = 12
/** Durations of earlier submissions are counted from this limit. */
const YEARS_BEFORE = 2

const none: Spread = { count: 0, median: null, ninetieth: null }

const daysAt = (share: number) =>
  `round((percentile_cont(${share}) within group (order by days))::numeric, 1)::float8`
const SPREAD = `count(*)::int as count, ${daysAt(0.5)} as median, ${daysAt(0.9)} as ninetieth`

/**
 * Each interval that ended since a day ($1), with its days. Business days are looked up as a running count for each
 * day, so that a difference counts those after the first day up to the last.
 * $2 is the first day of the calendar, $3 today, $4 the public holidays between them.
 */
const ENDED = `calendar as materialized (
    select day::date as day, sum((extract(isodow from day) < 6 and holiday is null)::int) over (order by day) as business
    from generate_series($2::date, $3::date, interval '1 day') day left join unnest($4::date[]) holiday on holiday = day::date
  ), decided as (
    select object_id, max(at) as at from audit_events
    where action = 'application.status-changed' and at >= $1::timestamptz and details->>'to' in (${statusesWith(
      'decision',
    )
      .map((status) => `'${status}'`)
      .join(', ')})
    group by object_id
  ), ended as (
    select 'submitted' as duration, submitted_at as at, wealth_manager_id,
      extract(epoch from submitted_at - created_at) / 86400 as days
    from application_summaries where submitted_at >= $1::timestamptz
    union all
    select 'decided', decided.at, wealth_manager_id, last.business - first.business
    from decided
      join application_summaries on application_id = decided.object_id and submitted_at <= decided.at
      join calendar last on last.day = date_of(decided.at)
      join calendar first on first.day = greatest(date_of(submitted_at), $2::date)
    union all
    select 'onboarded', onboarded_at, wealth_manager_id, extract(epoch from onboarded_at - created_at) / 86400
    from application_summaries summary where onboarded_at >= $1::timestamptz
      and not exists (select from imported_applications imported where imported.application_id = summary.application_id)
  )`

interface Counted extends Spread {
  duration: DurationName
  /** The month or manager of a row; null for totals. */
  month: string | null
  managerId: string | null
  name: string | null
  of: 'all' | 'month' | 'manager'
}

/**
 * Durations of applications from the recorded times of their beginning, submission and on-boarding, and the decisions
 * in the audit log.
 *
 * @param managerId whose clients; null for all
 */
export async function timeFigures(pool: pg.Pool, managerId: string | null, now: Date): Promise<TimeFigures> {
  const months = latestMonths(now)
  const since = `${months.at(-1)}-01`
  const [counted, drafts] = await Promise.all([
    countEnded(pool, managerId, { since, today: dayOf(now) }),
    countDrafts(pool, managerId, now),
  ])
  const of = (which: Counted['of']) => counted.filter((row) => row.of === which)
  return {
    since,
    all: byInterval(of('all')),
    months: months.map((month) => ({
      month,
      ...byInterval(of('month').filter((row) => row.month === month)),
    })),
    managers: managerId === null ? byManager(of('manager')) : [],
    drafts,
  }
}

async function countEnded(
  pool: pg.Pool,
  managerId: string | null,
  { since, today }: { since: string; today: string },
): Promise<Counted[]> {
  const first = dayAfter(since, -366 * YEARS_BEFORE)
  const own = managerId === null ? '' : 'where wealth_manager_id = $5'
  const text = `with ${ENDED}, counted as (
      select duration, to_char(at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month, wealth_manager_id, days from ended ${own}
    )
    select duration, month, wealth_manager_id as "managerId", ${SPREAD},
      (select coalesce(full_name, username) from users where id = counted.wealth_manager_id) as name,
      case when grouping(month) = 0 then 'month' when grouping(wealth_manager_id) = 0 then 'manager' else 'all' end as of
    from counted group by grouping sets ((duration), (duration, month), (duration, wealth_manager_id))`
  // Midnight in South Africa, whose offset has not changed since 1944.
  const values = [`${since}T00:00:00+02:00`, first, today, publicHolidaysBetween(first, today)]
  return (await pool.query<Counted>(text, managerId === null ? values : [...values, managerId])).rows
}

async function countDrafts(
  pool: pg.Pool,
  managerId: string | null,
  now: Date,
): Promise<TimeFigures['drafts']> {
  const own = managerId === null ? '' : 'and wealth_manager_id = $2'
  const text = `select step, ${SPREAD} from (
      select case when current_step = any('{${stepIds.join(',')}}'::text[]) then current_step end as step,
        $1::date - last_active_on as days
      from application_summaries where status = 'draft' ${own}
    ) drafts group by step`
  const { rows } = await pool.query<Spread & { step: string | null }>(text, [
    dayOf(now),
    ...(managerId === null ? [] : [managerId]),
  ])
  const found = new Map(rows.map(({ step, ...quiet }) => [step, quiet]))
  return [...stepIds, null].flatMap((step) => {
    const quiet = found.get(step)
    return quiet === undefined ? [] : [{ step, quiet }]
  })
}

function byInterval(rows: readonly Counted[]): Record<DurationName, Spread> {
  const of = (name: DurationName): Spread => {
    const row = rows.find(({ duration }) => duration === name)
    return row === undefined ? none : { count: row.count, median: row.median, ninetieth: row.ninetieth }
  }
  return { submitted: of('submitted'), decided: of('decided'), onboarded: of('onboarded') }
}

/** Sorted by the number of decisions, descending. */
function byManager(rows: readonly Counted[]): TimeFigures['managers'] {
  const managers = new Map(rows.map(({ managerId, name }) => [managerId, name]))
  return [...managers]
    .map(([id, name]) => ({ id, name, ...byInterval(rows.filter((row) => row.managerId === id)) }))
    .toSorted((one, other) => other.decided.count - one.decided.count || compare(one.name, other.name))
}

function compare(one: string | null, other: string | null): number {
  return (one ?? '').localeCompare(other ?? '')
}

/** The latest months (yyyy-MM, South Africa), the current one first. */
function latestMonths(now: Date): string[] {
  const [year = '', month = ''] = dayOf(now).split('-')
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(Number(year), Number(month) - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
