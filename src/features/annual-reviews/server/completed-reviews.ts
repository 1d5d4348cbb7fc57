import { and, desc, eq } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { CompletedReview } from '#features/annual-reviews/api.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import type { Context } from '#base/server/context.ts'
import { annualReviews } from '#features/annual-reviews/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'

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
    completedBy: accountName({ fullName, username }),
    note,
  }))
}
