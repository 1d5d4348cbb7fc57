import { eq } from 'drizzle-orm'
import { nextReviewAt, reviewBase, reviewDueText } from '#domain/annual-reviews/annual-reviews.ts'
import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { actionsFor } from '#domain/applications/lifecycle/transitions.ts'
import type { Actor } from '#server/actor.ts'
import { lockForReview, type LockedApplication } from '#server/application-record/lock-for-review.ts'
import { noteSent, wasSentRecently } from '#server/desk/notices.ts'
import { record } from '#server/audit/record.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { annualReviews } from '#server/db/review-schema.ts'
import { applications } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { Refusal } from '#server/refusal.ts'
import { inTransaction, type Act } from '#server/work.ts'

/**
 * Writes to clients about their annual review: to all of them, or to none.
 *
 * @param again they know that somebody was written to within the last 24 hours
 * @param answer makes the answer in the same transaction, told how many were written to
 * @throws Refusal not-found for one who is missing; conflict (409) for one who is no client of the firm any more, or who
 *   was written to recently
 */
export async function notifyOfReviews<Answer>(
  act: Act,
  { applicationIds, again }: { applicationIds: readonly string[]; again: boolean },
  answer: (tx: Transaction, notified: number) => Promise<Answer>,
): Promise<Answer> {
  // In one order, whatever was asked: two who do this at once do not wait for each other in a circle.
  const ids = [...new Set(applicationIds)].toSorted()
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    for (const id of ids) {
      const application = await lockClient(tx, id, actor)
      if (!again && (await wasSentRecently(tx, id, { kind: 'annual-review', now }))) {
        throw new Refusal(
          'conflict',
          `${application.client.name} was written to within the last 24 hours. Write again?`,
          { code: 'sent-recently' },
        )
      }
      await queueMail(work, {
        template: 'annual-review',
        recipient: application.client.recipient,
        data: {
          fullName: application.client.fullName,
          due: reviewDueText(nextReviewAt(reviewBase(application)), now),
        },
      })
      await noteSent(tx, id, { kind: 'annual-review', now })
      await record(work, 'annual-review.notified', id, {})
    }
    return answer(tx, ids.length)
  })
}

/**
 * Notes that the annual review of a client was completed: the months until the next are counted from now.
 *
 * @param answer makes the answer of what is there then, in the same transaction
 * @throws Refusal not-found for one who is missing; conflict (409) for one who is no client of the firm any more
 */
export async function completeReview<Answer>(
  act: Act,
  id: string,
  { note }: { note: string },
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    await lockClient(tx, id, actor)
    await tx
      .insert(annualReviews)
      .values({ id: newId(), applicationId: id, note, completedAt: now, completedBy: actor.userId })
    await tx.update(applications).set({ reviewedAt: now, updatedAt: now }).where(eq(applications.id, id))
    await record(work, 'annual-review.completed', id, {})
    return answer(tx)
  })
}

async function lockClient(tx: Transaction, id: string, actor: Actor): Promise<LockedApplication> {
  const application = await lockForReview(tx, id, { actor, action: 'application.change-status' })
  const { status, client } = application
  if (status === 'onboarded') return application
  throw new Refusal('conflict', `${client.name} is at "${statuses[status]}" now, and has no annual review.`, {
    code: 'status-changed',
    current: { status, actions: actionsFor(actor.role, status) },
  })
}
