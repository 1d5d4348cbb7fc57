import { and, asc, eq, inArray } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'

/** The action and its actor. */
interface About {
  actor: Doer
  action: Action
}

/** A locked application that staff are about to change. */
export type LockedApplication = Awaited<ReturnType<typeof lockInScope>>[number]

/**
 * Locks an application until the transaction ends, which serialises concurrent changes.
 *
 * @throws DomainError not-found if it is missing or out of the actor's scope
 */
export async function lockForReview(tx: Transaction, id: string, about: About): Promise<LockedApplication> {
  const [found] = await lockInScope(tx, [id], about)
  if (found === undefined) throw notFound()
  return found
}

/**
 * Locks several with one statement.
 *
 * @returns them by id, without missing ones and those out of scope
 */
export async function lockEachForReview(
  tx: Transaction,
  ids: readonly string[],
  about: About,
): Promise<Map<string, LockedApplication>> {
  const found = await lockInScope(tx, ids, about)
  return new Map(found.map((application) => [application.id, application]))
}

/** Locks in a fixed order, to avoid deadlocks. */
async function lockInScope(tx: Transaction, ids: readonly string[], { actor, action }: About) {
  const { status, version, currentStep, wealthManagerId, answers, ...timestamps } = applications
  const { createdAt, submittedAt, onboardedAt, reviewedAt, reviewCountedFrom } = timestamps
  const { statusChangedAt, cancelledAt, answerPromisedBy } = timestamps
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
      answerPromisedBy,
      onboardedAt,
      reviewedAt,
      reviewCountedFrom,
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
    return {
      ...application,
      client: { fullName, name: accountName({ fullName, username }), recipient: username },
    }
  })
}
