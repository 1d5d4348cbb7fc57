import { and, eq, exists, gt, gte, inArray, isNull, lte, max, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { AnnualReview } from '#features/annual-reviews/api.ts'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import {
  monthsSince,
  nextReviewAt,
  reviewBase,
  reviewCutoffs,
  reviewStatusOf,
  type ReviewFilter,
  type ReviewMonths,
} from '#features/applications/rules/annual-reviews.ts'
import type { annualReviewSorts } from '#base/rules/api/list.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import {
  applicationSummaries as summaries,
  clientNotices,
} from '#features/applications/schema/review-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { matchesFilter, type Asking } from '#features/review/server/list.ts'
import { applicationOrders, idsIn } from '#features/review/server/list-rows.ts'
import { countRows } from '#base/server/lists/count-rows.ts'
import { readRows, type Listed } from '#base/server/lists/read-rows.ts'
import { paginate, type ListOrders, type Page } from '#base/server/lists/paginate.ts'
import { matchesSearch } from '#base/server/lists/search.ts'
import { notFound } from '#base/server/domain-error.ts'

type AnnualReviewSort = (typeof annualReviewSorts)[number]
type ListQuery = ParsedInput<'GET /api/admin/annual-reviews'>['query']

const { applicationId: id, fullName, emailAddress, mobileNumber, createdAt } = summaries

function selectFacts(db: Queries, where: SQL | undefined) {
  const notified = db
    .select({ notifiedAt: max(clientNotices.sentAt) })
    .from(clientNotices)
    .where(and(eq(clientNotices.applicationId, id), eq(clientNotices.kind, 'annual-review')))
  return db
    .select({
      id,
      fullName,
      emailAddress,
      mobileNumber,
      createdAt,
      nameKey: summaries.nameKey,
      onboardedAt: summaries.onboardedAt,
      reviewBaseAt: summaries.reviewBaseAt,
      reviewedAt: applications.reviewedAt,
      notifiedAt: sql<Date | null>`${notified}`.mapWith(clientNotices.sentAt),
      refreshOn: riskRatings.refreshOn,
    })
    .from(summaries)
    .innerJoin(applications, eq(applications.id, id))
    .leftJoin(riskRatings, and(eq(riskRatings.applicationId, id), isNull(riskRatings.supersededAt)))
    .where(where)
}

type Row = Awaited<ReturnType<typeof selectFacts>>[number]

/** The data that annual reviews are presented from: of a single read, or of a list, which has times as text. */
export type ReviewFacts = Row | Listed<Row>

const orders = {
  name: applicationOrders.name,
  keys: {
    id: applicationOrders.keys.applicationId,
    nameKey: applicationOrders.keys.nameKey,
    onboardedAt: applicationOrders.keys.onboardedAt,
  },
  orders: { onboardedAt: ['onboardedAt'], fullName: ['nameKey'] },
  unique: 'id',
} as const satisfies ListOrders<AnnualReviewSort, string>

/** Who reads annual reviews, when they are due, and whether the reader sees when due diligence is refreshed. */
interface Reading extends Asking {
  months: ReviewMonths
  seesRefresh: boolean
}

type Presenting = Pick<Reading, 'now' | 'months' | 'seesRefresh'>

/** A page of the annual reviews of the firm's clients, or of a manager's. */
export function listAnnualReviews(
  { database }: Pick<Context, 'database'>,
  asking: Reading,
  { review, search = '', ...query }: ListQuery,
): Promise<Page<AnnualReview>> {
  const { db } = database
  const { now, months, seesRefresh } = asking
  const isListed = and(
    matchesFilter({ status: ['onboarded'] }, asking),
    review && isAtReview(review, now, months),
  )
  const matching = and(...matchesSearch(summaries.searchText, search))
  return paginate(orders, query, {
    read: (slice) =>
      readRows(
        database,
        // The condition of a review depends on the time.
        matching === undefined && review === undefined
          ? JSON.stringify(['annual reviews', asking.managerId, asking.alsoOf, slice.shape])
          : undefined,
        () =>
          selectFacts(db, inArray(id, idsIn(db, and(isListed, matching), slice))).orderBy(...slice.orderBy),
        slice.values,
      ),
    present: (facts) => presentReview(facts, { now, months, seesRefresh }),
    ...(matching === undefined && { count: () => countRows(db, summaries, isListed) }),
  })
}

/** The condition that a review is due or upcoming, or that the client was notified of it. */
function isAtReview(review: ReviewFilter, now: Date, months: ReviewMonths): SQL | undefined {
  if (review === 'notified') return wasNotified
  const { upcoming, due } = reviewCutoffs(now, months)
  return review === 'due'
    ? lte(summaries.reviewBaseAt, due)
    : and(lte(summaries.reviewBaseAt, upcoming), gt(summaries.reviewBaseAt, due))
}

/** Only mails since the start of the current interval count. */
const wasNotified = exists(
  new QueryBuilder()
    .select({ one: sql`1` })
    .from(clientNotices)
    .where(
      and(
        eq(clientNotices.applicationId, id),
        eq(clientNotices.kind, 'annual-review'),
        gte(clientNotices.sentAt, summaries.reviewBaseAt),
      ),
    ),
)

/**
 * The annual review of one client.
 *
 * @throws DomainError not-found where the application is not onboarded
 */
export async function annualReviewOf(
  db: Queries,
  applicationId: string,
  reading: Presenting,
): Promise<AnnualReview> {
  const [facts] = await selectFacts(db, and(eq(id, applicationId), eq(summaries.status, 'onboarded')))
  if (facts === undefined) throw notFound()
  return presentReview(facts, reading)
}

/** An annual review as shown to staff; its state depends on the time. */
function presentReview(facts: ReviewFacts, { now, months, seesRefresh }: Presenting): AnnualReview {
  const onboardedAt = new Date(facts.onboardedAt ?? facts.createdAt)
  const reviewedAt = facts.reviewedAt === null ? null : new Date(facts.reviewedAt)
  const base = facts.reviewBaseAt === null ? onboardedAt : new Date(facts.reviewBaseAt)
  return {
    id: facts.id,
    fullName: facts.fullName,
    emailAddress: facts.emailAddress,
    mobileNumber: facts.mobileNumber,
    onboardedAt: onboardedAt.toISOString(),
    durationMonths: monthsSince(onboardedAt, now),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    // Since what was held: a spread only moves when the next one is due.
    monthsSinceReview: monthsSince(
      reviewBase({ onboardedAt, createdAt: onboardedAt, reviewedAt, reviewCountedFrom: null }),
      now,
    ),
    reviewStatus: reviewStatusOf(base, now, months),
    nextReviewAt: nextReviewAt(base, months).toISOString(),
    notifiedAt: facts.notifiedAt === null ? null : new Date(facts.notifiedAt).toISOString(),
    refreshOn: seesRefresh ? facts.refreshOn : null,
  }
}
