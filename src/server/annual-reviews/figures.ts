import type pg from 'pg'
import {
  DUE_FROM_MONTH,
  REVIEW_MONTH_MS,
  UPCOMING_FROM_MONTH,
} from '#domain/annual-reviews/annual-reviews.ts'
import type { AnswerOf } from '#domain/api/contract.ts'
import { placeOf } from '#server/desk/list.ts'
import { countByStatus } from '#server/desk/tallies.ts'
import { onlyOne } from '#server/lists/page-statement.ts'

type ReviewFigures = AnswerOf<'GET /api/admin/annual-review-figures'>

/** How many clients the firm has, and how many of their reviews are due or upcoming: to the moment, and without counting them. */
export async function reviewFigures(pool: pg.Pool, now: Date): Promise<ReviewFigures> {
  const [statuses, due, dueOrUpcoming] = await Promise.all([
    countByStatus(pool, null),
    countUpTo(pool, monthsBefore(now, DUE_FROM_MONTH)),
    countUpTo(pool, monthsBefore(now, UPCOMING_FROM_MONTH)),
  ])
  return { totalOnboarded: statuses.onboarded, due, upcoming: dueOrUpcoming - due }
}

/** The same of a manager's own clients, who are few: counted one by one, along the manager's index by status. */
export async function ownReviewFigures(pool: pg.Pool, managerId: string, now: Date): Promise<ReviewFigures> {
  const { rows } = await pool.query<ReviewFigures>({
    name: 'count_own_reviews',
    text: `select count(*)::int as "totalOnboarded",
        count(*) filter (where review_base_at <= $3)::int as due,
        count(*) filter (where review_base_at > $3 and review_base_at <= $4)::int as upcoming
      from application_summaries where wealth_manager_id = $1 and status_order = $2`,
    values: [
      managerId,
      placeOf('onboarded'),
      monthsBefore(now, DUE_FROM_MONTH),
      monthsBefore(now, UPCOMING_FROM_MONTH),
    ],
  })
  return onlyOne(rows)
}

function monthsBefore(now: Date, months: number): Date {
  return new Date(now.getTime() - months * REVIEW_MONTH_MS)
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
