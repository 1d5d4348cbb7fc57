import { and, eq, inArray, max } from 'drizzle-orm'
import type { AnnualReview } from '#domain/api/annual-reviews.ts'
import { monthsSince, nextReviewAt, reviewStatusOf } from '#domain/annual-reviews/annual-reviews.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/db/database.ts'
import { applicationSummaries, clientNotices } from '#server/db/review-schema.ts'
import { applications } from '#server/db/schema.ts'
import { notFound } from '#server/refusal.ts'
import { listSummaries, type ListPage, type ListRequest } from '#server/desk/list.ts'

interface Database {
  db: Queries
}

/** What the list is made from: a client of the firm has something to count the months from. */
interface ReviewFacts {
  id: string
  fullName: string | null
  emailAddress: string
  mobileNumber: string | null
  createdAt: Date
  onboardedAt: Date | null
  reviewBaseAt: Date | null
}

/** A page of the clients of the firm, with how near their annual reviews are. */
export async function listAnnualReviews(
  { database }: Pick<Context, 'database'>,
  request: Omit<ListRequest, 'status'>,
  now: Date,
): Promise<ListPage<AnnualReview>> {
  const page = await listSummaries(database.pool, null, { ...request, status: 'onboarded' })
  return { ...page, rows: await withNotices(database, page.rows, now) }
}

/**
 * The annual review of one client.
 *
 * @throws Refusal not-found for who is no client of the firm
 */
export async function annualReviewOf(
  { database }: { database: Database },
  id: string,
  now: Date,
): Promise<AnnualReview> {
  const { applicationId, fullName, emailAddress, mobileNumber, ...moments } = applicationSummaries
  const { createdAt, onboardedAt, reviewBaseAt } = moments
  const rows = await database.db
    .select({ id: applicationId, fullName, emailAddress, mobileNumber, createdAt, onboardedAt, reviewBaseAt })
    .from(applicationSummaries)
    .where(and(eq(applicationId, id), eq(applicationSummaries.status, 'onboarded')))
  const [review] = await withNotices(database, rows, now)
  if (review === undefined) throw notFound()
  return review
}

async function withNotices(
  { db }: Database,
  rows: readonly ReviewFacts[],
  now: Date,
): Promise<AnnualReview[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const notices = await db
    .select({ id: clientNotices.applicationId, sentAt: max(clientNotices.sentAt) })
    .from(clientNotices)
    .where(and(inArray(clientNotices.applicationId, ids), eq(clientNotices.kind, 'annual-review')))
    .groupBy(clientNotices.applicationId)
  const reviewed = await db
    .select({ id: applications.id, reviewedAt: applications.reviewedAt })
    .from(applications)
    .where(inArray(applications.id, ids))
  const sentAt = new Map(notices.map((notice) => [notice.id, notice.sentAt]))
  const reviewedAt = new Map(reviewed.map((one) => [one.id, one.reviewedAt]))
  return rows.map((row) =>
    present(row, { notifiedAt: sentAt.get(row.id), reviewedAt: reviewedAt.get(row.id), now }),
  )
}

function present(
  row: ReviewFacts,
  { notifiedAt, reviewedAt, now }: { notifiedAt?: Date | null; reviewedAt?: Date | null; now: Date },
): AnnualReview {
  const onboardedAt = row.onboardedAt ?? row.createdAt
  const base = row.reviewBaseAt ?? onboardedAt
  return {
    id: row.id,
    fullName: row.fullName,
    emailAddress: row.emailAddress,
    mobileNumber: row.mobileNumber,
    onboardedAt: onboardedAt.toISOString(),
    durationMonths: monthsSince(onboardedAt, now),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    monthsSinceReview: monthsSince(base, now),
    reviewStatus: reviewStatusOf(base, now),
    nextReviewAt: nextReviewAt(base).toISOString(),
    notifiedAt: notifiedAt?.toISOString() ?? null,
  }
}
