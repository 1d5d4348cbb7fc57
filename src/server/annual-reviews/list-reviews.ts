import { and, eq, type SQL } from 'drizzle-orm'
import type { AnnualReview } from '#domain/api/annual-reviews.ts'
import type { ParsedInput } from '#domain/api/contract.ts'
import {
  DUE_FROM_MONTH,
  monthsSince,
  nextReviewAt,
  REVIEW_MONTH_MS,
  reviewStatusOf,
  UPCOMING_FROM_MONTH,
  type ReviewFilter,
} from '#domain/annual-reviews/annual-reviews.ts'
import type { ApplicationSort } from '#domain/applications/review/list.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/db/database.ts'
import { applicationSummaries as summaries } from '#server/db/review-schema.ts'
import { isAt, listOfApplications, type Asking } from '#server/desk/list.ts'
import { tallyOf } from '#server/desk/tallies.ts'
import { defineList } from '#server/lists/list.ts'
import { readPage, type Page } from '#server/lists/page.ts'
import { field, momentOf } from '#server/lists/projection.ts'
import { readRow } from '#server/lists/row.ts'
import { equals, type Condition } from '#server/lists/statement.ts'
import { sumOf } from '#server/lists/tallies.ts'
import { notFound } from '#server/refusal.ts'

type ListQuery = ParsedInput<'GET /api/admin/annual-reviews'>['query']

/** What the list is made from: a client of the firm has something to count the months from. */
export interface ReviewFacts {
  id: string
  fullName: string | null
  emailAddress: string
  mobileNumber: string | null
  createdAt: string
  onboardedAt: string | null
  reviewBaseAt: string | null
  reviewedAt: string | null
  notifiedAt: string | null
}

const clientsOfTheFirm = defineList<ApplicationSort, ReviewFacts>({
  ...listOfApplications,
  fields: {
    id: field(summaries.applicationId),
    fullName: field(summaries.fullName),
    emailAddress: field(summaries.emailAddress),
    mobileNumber: field(summaries.mobileNumber),
    createdAt: field(summaries.createdAt),
    onboardedAt: field(summaries.onboardedAt),
    reviewBaseAt: field(summaries.reviewBaseAt),
    reviewedAt: momentOf('select reviewed_at from applications where id = listed.application_id'),
    notifiedAt: momentOf(`select max(sent_at) from client_notices
      where application_id = listed.application_id and kind = 'annual-review'`),
  },
})

/** A page of the clients of the firm, or of a manager's, with what `presentReview` makes their annual reviews of. */
export function listAnnualReviews(
  { database }: Pick<Context, 'database'>,
  { managerId, now }: Asking,
  { review, ...query }: ListQuery,
): Promise<Page<ReviewFacts>> {
  return readPage(database, clientsOfTheFirm, {
    ...query,
    where: [
      ...(managerId === null ? among(query.sort) : ownClients(managerId)),
      ...(review === undefined ? [] : [isAsked(review, now)]),
    ],
    // What depends on the moment, or on mails, nobody counts.
    ...(review === undefined && { total: sumOf({ scope: tallyOf(managerId), keys: ['onboarded'] }) }),
  })
}

/** Only clients of the firm have a day to count from, and the index by the onboarding holds no others. */
function among(sort: ListQuery['sort']): Condition[] {
  return sort === 'onboardedAt' ? [() => 'review_base_at is not null'] : [isAt('onboarded')]
}

/** Along the manager's index by status: however many clients the firm has, a manager's own are few. */
function ownClients(managerId: string): Condition[] {
  return [equals(summaries.wealthManagerId, managerId), isAt('onboarded')]
}

/** That a review is due or upcoming at a moment, or that the client was written to about it. */
function isAsked(review: ReviewFilter, now: Date): Condition {
  if (review === 'notified') return () => wasNotified
  const [from, before] = review === 'due' ? [DUE_FROM_MONTH, null] : [UPCOMING_FROM_MONTH, DUE_FROM_MONTH]
  const monthsAgo = (months: number) => new Date(now.getTime() - months * REVIEW_MONTH_MS).toISOString()
  return (parameters) => {
    const reached = `review_base_at <= ${parameters.add(monthsAgo(from))}::timestamptz`
    if (before === null) return reached
    return `${reached} and review_base_at > ${parameters.add(monthsAgo(before))}::timestamptz`
  }
}

/** Since what the months are counted from: of an earlier year's mail nobody has to know any more. */
const wasNotified = `application_id in (select notice.application_id from client_notices notice
  join application_summaries told on told.application_id = notice.application_id
  where notice.kind = 'annual-review' and notice.sent_at >= told.review_base_at)`

/**
 * The annual review of one client.
 *
 * @throws Refusal not-found for who is no client of the firm
 */
export async function annualReviewOf(db: Queries, id: string, now: Date): Promise<AnnualReview> {
  const isTheirs: SQL | undefined = and(eq(summaries.applicationId, id), eq(summaries.status, 'onboarded'))
  const facts = await readRow(db, clientsOfTheFirm, isTheirs)
  if (facts === undefined) throw notFound()
  return presentReview(facts, now)
}

/** What leaves the server of a client's annual review: how near it is depends on the moment. */
export function presentReview(facts: ReviewFacts, now: Date): AnnualReview {
  const { id, fullName, emailAddress, mobileNumber, reviewedAt, notifiedAt } = facts
  const onboardedAt = new Date(facts.onboardedAt ?? facts.createdAt)
  const base = facts.reviewBaseAt === null ? onboardedAt : new Date(facts.reviewBaseAt)
  return {
    id,
    fullName,
    emailAddress,
    mobileNumber,
    onboardedAt: onboardedAt.toISOString(),
    durationMonths: monthsSince(onboardedAt, now),
    reviewedAt,
    monthsSinceReview: monthsSince(base, now),
    reviewStatus: reviewStatusOf(base, now),
    nextReviewAt: nextReviewAt(base).toISOString(),
    notifiedAt,
  }
}
