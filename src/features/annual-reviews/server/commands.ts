import { eq } from 'drizzle-orm'
import {
  nextReviewAt,
  reviewBase,
  reviewDueText,
  reviewStatusOf,
  type LeftOutReason,
  type ReviewMonths,
} from '#features/applications/rules/annual-reviews.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import type { Actor, Doer } from '#features/access/server/actor.ts'
import { delayMails, type MailDelivery } from '#features/applications/server/record/delayed-mails.ts'
import {
  lockEachForReview,
  lockForReview,
  type LockedApplication,
} from '#features/applications/server/record/lock-for-review.ts'
import { recordNotices, checkRepeatedNotice, sentToday } from '#features/applications/server/notices.ts'
import { shutOf } from '#features/access/server/require-open.ts'
import { record, recordEach } from '#features/audit/server/record.ts'
import type { Transaction } from '#base/server/db/database.ts'
import type { PendingUndo } from '#features/applications/schema/pending-actions-schema.ts'
import { newId } from '#base/server/db/id.ts'
import { annualReviews } from '#features/annual-reviews/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { notFound, DomainError, throwFirst, type RejectedItems } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

/** Notified clients and skipped ones. */
export type Notified = Omit<AnswerOf<'POST /api/admin/annual-reviews/notify'>, 'undo'> & {
  undo: PendingUndo | null
}

/**
 * Mails clients whose annual review is due or upcoming, and skips the others; on an error, no one is mailed.
 *
 * @param again the sender confirmed that one was mailed within the last 24 hours
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found for a missing one; conflict (409, `sent-recently`) for one mailed recently
 */
export async function notifyOfReviews<Answer>(
  act: CommandContext,
  { applicationIds, again }: { applicationIds: readonly string[]; again: boolean },
  answer: (tx: Transaction, notified: Notified) => Promise<Answer>,
): Promise<Answer> {
  // In a fixed order, to avoid deadlocks.
  const ids = [...new Set(applicationIds)].toSorted()
  return inTransaction(act, async (work) => {
    const mails = delayMails(work)
    const { refused, leftOut, notices: sent } = await notifyEach(work, ids, { again, mails })
    throwFirst(refused)
    const notices = [...sent].map(([applicationId, noticeId]) => ({ applicationId, noticeId }))
    const [first] = notices
    const undo =
      first === undefined
        ? null
        : await mails.keep(first.applicationId, { kind: 'reviews-notified', notices })
    return answer(work.tx, { notified: notices.length, leftOut, undo })
  })
}

/** The results of notifying several clients. */
interface NotifiedEach {
  refused: RejectedItems
  leftOut: Notified['leftOut']
  /** The notice of each notified client. */
  notices: ReadonlyMap<string, string>
}

/**
 * The same in the caller's transaction; all are checked before anything is written.
 *
 * @param again the sender confirmed that one was mailed within the last 24 hours
 */
export async function notifyEach(
  work: TransactionContext<Doer>,
  ids: readonly string[],
  { again, mails }: { again: boolean; mails: MailDelivery },
): Promise<NotifiedEach> {
  const { tx, actor, now } = work
  const months = work.context.settings.branding.office.annualReview
  const kind = 'annual-review'
  const found = await lockEachForReview(tx, ids, { actor, action: 'application.administer' })
  const shut = await shutOf(work, [...found.keys()], 'served')
  const sent = await sentToday(tx, ids, { kind, now })
  const refused = new Map<string, DomainError>()
  const leftOut: Notified['leftOut'] = []
  const due: LockedApplication[] = []
  for (const id of ids) {
    const application = found.get(id)
    if (application === undefined) {
      refused.set(id, notFound())
      continue
    }
    const { name } = application.client
    const why = whyLeftOut(application, now, months)
    const another = checkRepeatedNotice(sent.get(id), { again, now }, writeAgain(name))
    if (why) leftOut.push({ id, name, why })
    else if (another !== null) refused.set(id, another)
    else if (shut.has(id)) leftOut.push({ id, name, why: 'not-ready' })
    else due.push(application)
  }
  for (const application of due) await mails.queue(noticeOf(application, now, months))
  const notified = due.map(({ id }) => id)
  const notices = await recordNotices(tx, notified, { kind, now })
  await recordEach(work, 'annual-review.notified', notified, {})
  return { refused, leftOut, notices }
}

/** Null for a client to be notified. */
function whyLeftOut(application: LockedApplication, now: Date, months: ReviewMonths): LeftOutReason | null {
  if (application.status !== 'onboarded') return 'not-a-client'
  return reviewStatusOf(reviewBase(application), now, months) === 'not_due' ? 'not-due' : null
}

function writeAgain(name: string): string {
  return `${name} was emailed in the last 24 hours. Send again?`
}

function noticeOf(application: LockedApplication, now: Date, months: ReviewMonths) {
  const { fullName, recipient } = application.client
  const due = reviewDueText(nextReviewAt(reviewBase(application), months), now)
  return { template: 'annual-review', recipient, data: { fullName, due } } as const
}

/**
 * Records a completed annual review; the next interval starts now.
 *
 * @param early the user confirmed that it is neither due nor upcoming
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found for a missing one; conflict (409) for a former client, and (`not-due`) where it is
 * early, as on a second completion
 */
export async function completeReview<Answer>(
  act: CommandContext,
  id: string,
  { note, early }: { note: string; early: boolean },
  answer: (tx: Transaction, undo: PendingUndo | null) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const application = await lockClient(tx, id, actor)
    const months = work.context.settings.branding.office.annualReview
    if (!early && reviewStatusOf(reviewBase(application), now, months) === 'not_due')
      throw notDue(application, months)
    const reviewId = newId()
    await tx
      .insert(annualReviews)
      .values({ id: reviewId, applicationId: id, note, completedAt: now, completedBy: actor.userId })
    await tx.update(applications).set({ reviewedAt: now, updatedAt: now }).where(eq(applications.id, id))
    await record(work, 'annual-review.completed', id, {})
    const reviewedAt = application.reviewedAt?.toISOString() ?? null
    const mails = delayMails(work)
    await mails.publish({ type: 'annual_review.completed', applicationIds: [id] })
    const pending = await mails.keep(id, { kind: 'review-completed', reviewId, reviewedAt })
    return answer(tx, pending)
  })
}

function notDue(application: LockedApplication, months: ReviewMonths): DomainError {
  const { client, reviewedAt } = application
  const due = formatDate(nextReviewAt(reviewBase(application), months))
  const last = reviewedAt === null ? '' : ` The last was completed on ${formatDate(reviewedAt)}.`
  return new DomainError(
    'conflict',
    `The annual review of ${client.name} is due on ${due}.${last} Complete it now anyway?`,
    { code: 'not-due' },
  )
}

async function lockClient(tx: Transaction, id: string, actor: Actor): Promise<LockedApplication> {
  const application = await lockForReview(tx, id, { actor, action: 'application.change-status' })
  const { status, client } = application
  if (status === 'onboarded') return application
  throw new DomainError(
    'conflict',
    `${client.name} is at "${statuses[status]}" now, so there is no annual review.`,
    {
      code: 'not-possible',
      current: { status, actions: actionsFor(actor.role, status) },
    },
  )
}
