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
  const [found] = await tx
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
    .where(and(eq(applications.id, id), withinReach(actor, action)))
    .for('update', { of: applications })
  if (found === undefined) throw notFound()
  const { username, ...application } = found
  const { fullName } = application.answers
  return {
    ...application,
    client: { fullName, name: fullName ?? username, recipient: username },
  }
}
