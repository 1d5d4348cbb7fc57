import { and, count, gt, lte, sql } from 'drizzle-orm'
import { reviewCutoffs, type ReviewMonths } from '#features/applications/rules/annual-reviews.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { matchesFilter, type Asking } from '#features/review/server/list.ts'

type ReviewFigures = AnswerOf<'GET /api/admin/annual-review-figures'>

/** How many clients there are, and how many of their reviews are due or upcoming. */
export async function reviewFigures(
  db: Queries,
  { months, ...asking }: Asking & { months: ReviewMonths },
): Promise<ReviewFigures> {
  const { upcoming, due } = reviewCutoffs(asking.now, months)
  const isDue = lte(summaries.reviewBaseAt, due)
  const isUpcoming = and(lte(summaries.reviewBaseAt, upcoming), gt(summaries.reviewBaseAt, due))
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
