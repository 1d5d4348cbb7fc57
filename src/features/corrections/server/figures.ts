import type pg from 'pg'
import type { CorrectionFigures } from '#features/corrections/api.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

const YEAR_MS = 365 * DAY_MS

/** Days with one decimal: "2.4". */
const daysAt = (share: number) =>
  `round((percentile_cont(${share}) within group (order by extract(epoch from answered_at - asked_at) / 86400))::numeric, 1)::float8`

/**
 * Correction requests of the last year and the clients' response times, in one query by an index.
 *
 * @param managerId whose clients; null for all
 */
export async function correctionFigures(
  pool: pg.Pool,
  managerId: string | null,
  now: Date,
): Promise<CorrectionFigures> {
  const since = new Date(now.getTime() - YEAR_MS)
  const own =
    managerId === null
      ? ''
      : `join application_summaries summary on summary.application_id = round.application_id
         and summary.wealth_manager_id = $2`
  const { rows } = await pool.query<Omit<CorrectionFigures, 'since'>>({
    name: `correction_figures_${managerId === null ? 'all' : 'own'}`,
    text: `with sent as (
        select round.id, round.application_id, round.asked_at, round.answered_at
        from correction_rounds round ${own} where round.asked_at >= $1 and round.opened_by is null
      ), each as (select count(*)::int as rounds from sent group by application_id)
      select
        (select count(*)::int from each) as applications,
        (select count(*)::int from sent) as rounds,
        (select coalesce(json_agg(counted order by rounds), '[]') from (
          select rounds, count(*)::int as applications from each group by rounds
        ) counted) as "roundsEach",
        (select coalesce(json_agg(counted order by count desc, reason), '[]') from (
          select item.reason, count(*)::int as count from sent
          join correction_items item on item.round_id = sent.id
          where item.reason is not null group by item.reason
        ) counted) as reasons,
        (select json_build_object('rounds', count(*)::int, 'median', ${daysAt(0.5)}, 'ninetieth', ${daysAt(0.9)})
          from sent where answered_at is not null) as answered`,
    values: [since, ...(managerId === null ? [] : [managerId])],
  })
  const [found] = rows
  if (found === undefined) throw new Error('Figures are one row.')
  return { since: dayOf(since), ...found }
}
