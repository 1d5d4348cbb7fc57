import { and, count, eq, isNotNull, lte, max, type SQL } from 'drizzle-orm'
import {
  nextReviewAt,
  reviewCutoffs,
  type ReviewMonths,
} from '#features/applications/rules/annual-reviews.ts'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { importedApplications } from '#features/imports/schema.ts'
import type { Queries } from '#base/server/db/database.ts'

/** The condition that an annual review is due now. */
export function isReviewDue(now: Date, months: ReviewMonths): SQL | undefined {
  return and(eq(summaries.status, 'onboarded'), lte(summaries.reviewBaseAt, reviewCutoffs(now, months).due))
}

/** The annual reviews of an import that are due now, and those that were spread. */
export async function reviewsOf(
  { db, now, months }: { db: Queries; now: Date; months: ReviewMonths },
  importId: string,
): Promise<Pick<ImportDetail, 'reviewsDue' | 'reviewsSpread'>> {
  const ofImport = eq(importedApplications.importId, importId)
  const [due] = await db
    .select({ clients: count() })
    .from(importedApplications)
    .innerJoin(summaries, eq(summaries.applicationId, importedApplications.applicationId))
    .where(and(ofImport, isReviewDue(now, months)))
  const [spread] = await db
    .select({ clients: count(), last: max(applications.reviewCountedFrom) })
    .from(importedApplications)
    .innerJoin(applications, eq(applications.id, importedApplications.applicationId))
    .where(and(ofImport, isNotNull(applications.reviewCountedFrom)))
  const last = spread?.last ?? null
  return {
    reviewsDue: due?.clients ?? 0,
    reviewsSpread:
      last === null
        ? null
        : { clients: spread?.clients ?? 0, until: nextReviewAt(last, months).toISOString() },
  }
}
