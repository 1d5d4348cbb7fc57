import { and, eq } from 'drizzle-orm'
import type { Action } from '#domain/authorisation/permissions.ts'
import type { Doer } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { applications, users } from '#server/db/schema.ts'
import { notFound } from '#server/refusal.ts'
import { withinReach } from '#server/application-record/within-reach.ts'

/** An application that somebody on the staff is about to change. */
export type LockedApplication = Awaited<ReturnType<typeof lockForReview>>

/**
 * Locks an application until the transaction ends: of two people who change it at once, one follows the other.
 *
 * @throws Refusal not-found for one that is missing or out of the actor's reach with the action
 */
export async function lockForReview(
  tx: Transaction,
  id: string,
  { actor, action }: { actor: Doer; action: Action },
) {
  const { status, version, currentStep, wealthManagerId, answers, ...moments } = applications
  const { createdAt, submittedAt, onboardedAt, reviewedAt, statusChangedAt, cancelledAt } = moments
  const [application] = await tx
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
    })
    .from(applications)
    .where(and(eq(applications.id, id), withinReach(actor, action)))
    .for('update')
  if (application === undefined) throw notFound()
  const [client] = await tx
    .select({ username: users.username })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(eq(applications.id, id))
  const { fullName } = application.answers
  const username = client?.username ?? ''
  return {
    ...application,
    client: { fullName, name: fullName ?? username, recipient: username },
  }
}
