import type pg from 'pg'
import {
  DUE_FROM_MONTH,
  REVIEW_MONTH_MS,
  UPCOMING_FROM_MONTH,
} from '#domain/annual-reviews/annual-reviews.ts'
import type { AnswerOf } from '#domain/api/contract.ts'
import { countByStatus } from '#server/desk/tallies.ts'

/** How many clients the firm has, and how many of their reviews are due or upcoming: to the moment, and without counting them. */
export async function reviewFigures(
  pool: pg.Pool,
  now: Date,
): Promise<AnswerOf<'GET /api/admin/annual-review-figures'>> {
  const monthsAgo = (months: number) => new Date(now.getTime() - months * REVIEW_MONTH_MS)
  const [statuses, due, dueOrUpcoming] = await Promise.all([
    countByStatus(pool, null),
    countUpTo(pool, monthsAgo(DUE_FROM_MONTH)),
    countUpTo(pool, monthsAgo(UPCOMING_FROM_MONTH)),
  ])
  return { totalOnboarded: statuses.onboarded, due, upcoming: dueOrUpcoming - due }
}

/** Clients whose months are counted from a moment or earlier: whole days from the tallies, its own day from the index. */
async function countUpTo(pool: pg.Pool, moment: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'count_review_bases',
    text: `select (coalesce((select sum(count) from application_tallies
        where scope = 'review base' and key < day_of($1)), 0)
      + (select count(*) from application_summaries
        where review_base_at <= $1 and review_base_at >= day_of($1)::timestamp at time zone 'Africa/Johannesburg'))::int
      as count`,
    values: [moment],
  })
  return rows[0]?.count ?? 0
}
