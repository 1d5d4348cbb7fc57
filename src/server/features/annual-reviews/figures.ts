import { and, count, gt, lte, sql } from 'drizzle-orm'
import {
  DUE_FROM_MONTH,
  REVIEW_MONTH_MS,
  UPCOMING_FROM_MONTH,
} from '#domain/annual-reviews/annual-reviews.ts'
import type { AnswerOf } from '#domain/api/contract.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { applicationSummaries as summaries } from '#server/platform/db/review-schema.ts'
import { matchesFilter, type Asking } from '#server/features/staff-workspace/list.ts'

type ReviewFigures = AnswerOf<'GET /api/admin/annual-review-figures'>

/** How many clients there are, and how many of their reviews are due or upcoming. */
export async function reviewFigures(db: Queries, asking: Asking): Promise<ReviewFigures> {
  const monthsAgo = (months: number) => new Date(asking.now.getTime() - months * REVIEW_MONTH_MS)
  const [dueFrom, upcomingFrom] = [monthsAgo(DUE_FROM_MONTH), monthsAgo(UPCOMING_FROM_MONTH)]
  const isDue = lte(summaries.reviewBaseAt, dueFrom)
  const isUpcoming = and(lte(summaries.reviewBaseAt, upcomingFrom), gt(summaries.reviewBaseAt, dueFrom))
  const counted = await db
    .select({
      totalOnboarded: count(),
      due: sql<number>`(count(*) filter (where ${isDue}))::int`,
      upcoming: sql<number>`(count(*) filter (where ${isUpcoming}))::int`,
    })
    .from(summaries)
    .where(matchesFilter({ status: ['onboarded'] }, asking))
  return counted[0] ?? { totalOnboarded: 0, due: 0, upcoming: 0 }
}
