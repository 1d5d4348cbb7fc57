import { and, desc, eq } from 'drizzle-orm'
import type { CompletedReview } from '#domain/api/annual-reviews.ts'
import type { Actor } from '#server/shared/actor.ts'
import { inScope } from '#server/shared/application-record/application-scope.ts'
import type { Context } from '#server/shared/context.ts'
import { annualReviews } from '#server/platform/db/review-schema.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/domain-error.ts'

/**
 * The completed annual reviews of a client, the latest first; one a year, so not paged.
 *
 * @throws DomainError not-found for an application that is missing or out of the reader's scope
 */
export async function completedReviews(
  { database: { db } }: Pick<Context, 'database'>,
  applicationId: string,
  reader: Actor,
): Promise<CompletedReview[]> {
  const inReaderScope = and(eq(applications.id, applicationId), inScope(reader, 'application.review'))
  if ((await db.$count(applications, inReaderScope)) === 0) throw notFound()
  const rows = await db
    .select({ review: annualReviews, fullName: users.fullName, username: users.username })
    .from(annualReviews)
    .innerJoin(users, eq(users.id, annualReviews.completedBy))
    .where(eq(annualReviews.applicationId, applicationId))
    .orderBy(desc(annualReviews.completedAt), desc(annualReviews.id))
  return rows.map(({ review: { id, completedAt, note }, fullName, username }) => ({
    id,
    completedAt: completedAt.toISOString(),
    completedBy: fullName ?? username,
    note,
  }))
}
