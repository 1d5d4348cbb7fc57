import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Action } from '#domain/authorisation/permissions.ts'
import type { Doer } from '#server/shared/actor.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/domain-error.ts'
import { inScope } from '#server/shared/application-record/application-scope.ts'

/** What somebody is about to do, and who. */
interface About {
  actor: Doer
  action: Action
}

/** An application that somebody on the staff is about to change. */
export type LockedApplication = Awaited<ReturnType<typeof lockInScope>>[number]

/**
 * Locks an application until the transaction ends: of two people who change it at once, one follows the other.
 *
 * @throws DomainError not-found for one that is missing or out of the actor's reach with the action
 */
export async function lockForReview(tx: Transaction, id: string, about: About): Promise<LockedApplication> {
  const [found] = await lockInScope(tx, [id], about)
  if (found === undefined) throw notFound()
  return found
}

/**
 * The same with several, by one statement.
 *
 * @returns them by their ids, without those that are missing or out of the actor's reach
 */
export async function lockEachForReview(
  tx: Transaction,
  ids: readonly string[],
  about: About,
): Promise<Map<string, LockedApplication>> {
  const found = await lockInScope(tx, ids, about)
  return new Map(found.map((application) => [application.id, application]))
}

/** In one order: two who lock several at once do not wait for each other in a circle. */
async function lockInScope(tx: Transaction, ids: readonly string[], { actor, action }: About) {
  const { status, version, currentStep, wealthManagerId, answers, ...timestamps } = applications
  const { createdAt, submittedAt, onboardedAt, reviewedAt, statusChangedAt, cancelledAt } = timestamps
  const found = await tx
    .select({
      id: applications.id,
      status,
      version,
      currentStep,
      wealthManagerId,
      answers,
      createdAt,
      submittedAt,
      onboardedAt,
      reviewedAt,
      statusChangedAt,
      cancelledAt,
      username: users.username,
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(and(inArray(applications.id, [...ids]), inScope(actor, action)))
    .orderBy(asc(applications.id))
    .for('update', { of: applications })
  return found.map(({ username, ...application }) => {
    const { fullName } = application.answers
    return { ...application, client: { fullName, name: fullName ?? username, recipient: username } }
  })
}
