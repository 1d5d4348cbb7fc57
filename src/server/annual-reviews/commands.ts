import { eq } from 'drizzle-orm'
import {
  nextReviewAt,
  reviewBase,
  reviewDueText,
  reviewStatusOf,
  type LeftOutReason,
} from '#domain/annual-reviews/annual-reviews.ts'
import type { AnswerOf } from '#domain/api/contract.ts'
import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { actionsFor } from '#domain/applications/lifecycle/transitions.ts'
import { formatDate } from '#domain/time/dates.ts'
import type { Actor, Doer } from '#server/actor.ts'
import { holdMails, type Hold } from '#server/application-record/hold.ts'
import { lockForReview, type LockedApplication } from '#server/application-record/lock-for-review.ts'
import { noteSent, wasSentRecently } from '#server/desk/notices.ts'
import { record } from '#server/audit/record.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Held } from '#server/db/held-schema.ts'
import { newId } from '#server/db/id.ts'
import { annualReviews } from '#server/db/review-schema.ts'
import { applications } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'

/** Who was written to, and who was not. */
export type Notified = Omit<AnswerOf<'POST /api/admin/annual-reviews/notify'>, 'undo'> & { undo: Held | null }

/**
 * Writes to the clients whose annual review is due or upcoming, and leaves the others out: to all of them, or to none.
 *
 * @param again they know that somebody was written to within the last 24 hours
 * @param answer makes the answer in the same transaction
 * @throws Refusal not-found for one who is missing; conflict (409, `sent-recently`) for one who was written to recently
 */
export async function notifyOfReviews<Answer>(
  act: Act,
  { applicationIds, again }: { applicationIds: readonly string[]; again: boolean },
  answer: (tx: Transaction, notified: Notified) => Promise<Answer>,
): Promise<Answer> {
  // In one order, whatever was asked: two who do this at once do not wait for each other in a circle.
  const ids = [...new Set(applicationIds)].toSorted()
  return inTransaction(act, async (work) => {
    const mails = holdMails(work)
    const notices: { applicationId: string; noticeId: string }[] = []
    const leftOut: Notified['leftOut'] = []
    for (const id of ids) {
      const done = await notifyWithin(work, id, { again, mails })
      if ('why' in done) leftOut.push({ id, ...done })
      else notices.push({ applicationId: id, ...done })
    }
    const [first] = notices
    const undo =
      first === undefined
        ? null
        : await mails.keep(first.applicationId, { kind: 'reviews-notified', notices })
    return answer(work.tx, { notified: notices.length, leftOut, undo })
  })
}

/**
 * Writes to one of them, in the transaction that it is a part of.
 *
 * @returns the notice that was sent, or who was left out and why
 */
export async function notifyWithin(
  work: Work<Doer>,
  id: string,
  { again, mails }: { again: boolean; mails: Hold },
): Promise<{ noticeId: string } | { name: string; why: LeftOutReason }> {
  const { tx, actor, now } = work
  const application = await lockForReview(tx, id, { actor, action: 'application.administer' })
  const { status, client } = application
  if (status !== 'onboarded') return { name: client.name, why: 'not-a-client' }
  const base = reviewBase(application)
  if (reviewStatusOf(base, now) === 'not_due') return { name: client.name, why: 'not-due' }
  if (!again && (await wasSentRecently(tx, id, { kind: 'annual-review', now }))) {
    throw new Refusal('conflict', `${client.name} was written to within the last 24 hours. Write again?`, {
      code: 'sent-recently',
    })
  }
  await mails.queue({
    template: 'annual-review',
    recipient: client.recipient,
    data: { fullName: client.fullName, due: reviewDueText(nextReviewAt(base), now) },
  })
  const noticeId = await noteSent(tx, id, { kind: 'annual-review', now })
  await record(work, 'annual-review.notified', id, {})
  return { noticeId }
}

/**
 * Notes that the annual review of a client was completed: the months until the next are counted from now.
 *
 * @param early they know that it is neither due nor upcoming
 * @param answer makes the answer of what is there then, in the same transaction
 * @throws Refusal not-found for one who is missing; conflict (409) for one who is no client of the firm any more, and (`not-due`)
 *   where it is early: so does whoever completes it a second time
 */
export async function completeReview<Answer>(
  act: Act,
  id: string,
  { note, early }: { note: string; early: boolean },
  answer: (tx: Transaction, undo: Held | null) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const application = await lockClient(tx, id, actor)
    if (!early && reviewStatusOf(reviewBase(application), now) === 'not_due') throw notDue(application)
    const reviewId = newId()
    await tx
      .insert(annualReviews)
      .values({ id: reviewId, applicationId: id, note, completedAt: now, completedBy: actor.userId })
    await tx.update(applications).set({ reviewedAt: now, updatedAt: now }).where(eq(applications.id, id))
    await record(work, 'annual-review.completed', id, {})
    const reviewedAt = application.reviewedAt?.toISOString() ?? null
    const held = await holdMails(work).keep(id, { kind: 'review-completed', reviewId, reviewedAt })
    return answer(tx, held)
  })
}

function notDue(application: LockedApplication): Refusal {
  const { client, reviewedAt } = application
  const due = formatDate(nextReviewAt(reviewBase(application)))
  const last = reviewedAt === null ? '' : ` The last was completed on ${formatDate(reviewedAt)}.`
  return new Refusal(
    'conflict',
    `The annual review of ${client.name} is due on ${due}.${last} Complete it now all the same?`,
    { code: 'not-due' },
  )
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
