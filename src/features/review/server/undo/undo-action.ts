import { and, eq, inArray } from 'drizzle-orm'
import { lockForReview } from '#features/applications/server/record/lock-for-review.ts'
import { requireOpen } from '#features/access/server/require-open.ts'
import { gateLevelOf } from '#features/access/rules/gate-levels.ts'
import { undoRequest, undoWithdrawal } from '#features/corrections/server/undo-request.ts'
import { record } from '#features/audit/server/record.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { pendingActions, type PendingAction } from '#features/applications/schema/pending-actions-schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { deleteUnpublished } from '#features/applications/server/events/queue-events.ts'
import { annualReviews } from '#features/annual-reviews/schema.ts'
import { clientNotices, statusReasons } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { notFound, DomainError } from '#base/server/domain-error.ts'
import { undoCorrection } from '#features/accounts/server/correct-client.ts'
import { undoReassignment } from '#features/accounts/server/undo-reassignment.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

/**
 * Undoes a recent action with its delayed mails and events (docs/decisions/0083). Delivery locks the mail's row first, so either
 * all mails are deleted, or nothing is undone.
 *
 * @param answer builds the response for the application in the same transaction
 * @throws DomainError not-found for another user's; conflict (409, `too-late`) once a mail is being sent, or the
 * application was changed
 */
export async function undoAction<Answer>(
  act: CommandContext,
  id: string,
  answer: (tx: Transaction, applicationId: string) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const own = and(eq(pendingActions.id, id), eq(pendingActions.actorId, actor.userId))
    const [pending] = await tx.select().from(pendingActions).where(own).for('update')
    if (pending === undefined) throw notFound()
    const { applicationId, mailIds, eventIds, undoneAt, until } = pending
    if (undoneAt !== null) return answer(tx, applicationId)
    if (until <= now) throw tooLate()
    await undo(work, applicationId, pending.act)
    const gone = await tx
      .delete(mailOutbox)
      .where(and(inArray(mailOutbox.id, mailIds), eq(mailOutbox.attempts, 0)))
      .returning({ id: mailOutbox.id })
    if (gone.length !== mailIds.length) throw tooLate()
    if (!(await deleteUnpublished(tx, eventIds ?? []))) throw tooLate()
    await tx.update(pendingActions).set({ undoneAt: now }).where(own)
    return answer(tx, applicationId)
  })
}

function tooLate(): DomainError {
  return new DomainError('conflict', 'It’s too late to undo this: the email has been sent.', {
    code: 'too-late',
  })
}

type Kind = PendingAction['kind']
type ActionOf<Name extends Kind> = Extract<PendingAction, { kind: Name }>

/** How each kind is undone. @returns false where the object was changed since */
const undoing: {
  [Name in Kind]: (work: TransactionContext, applicationId: string, act: ActionOf<Name>) => Promise<boolean>
} = {
  reminder: undoReminder,
  status: undoStatus,
  'reviews-notified': undoNotices,
  'review-completed': undoCompletion,
  'corrections-asked': undoRequest,
  'corrections-withdrawn': undoWithdrawal,
  'clients-moved': undoReassignment,
  'client-corrected': undoCorrection,
}

async function undo(work: TransactionContext, applicationId: string, act: PendingAction): Promise<void> {
  // Each function accepts the action of its own kind.
  const undoOne = undoing[act.kind] as (
    work: TransactionContext,
    id: string,
    act: PendingAction,
  ) => Promise<boolean>
  if (await undoOne(work, applicationId, act)) return
  throw new DomainError('conflict', 'This can no longer be undone: someone has since made another change.', {
    code: 'too-late',
  })
}

async function undoReminder(
  work: TransactionContext,
  applicationId: string,
  { noticeId }: ActionOf<'reminder'>,
): Promise<boolean> {
  const { tx, actor } = work
  await lockForReview(tx, applicationId, { actor, action: 'application.administer' })
  await tx.delete(clientNotices).where(eq(clientNotices.id, noticeId))
  await record(work, 'application.reminder-taken-back', applicationId, {})
  return true
}

/** Undoes notices to several clients, locked in a fixed order to avoid deadlocks. */
async function undoNotices(
  work: TransactionContext,
  _: string,
  { notices }: ActionOf<'reviews-notified'>,
): Promise<boolean> {
  const { tx, actor } = work
  for (const { applicationId, noticeId } of notices) {
    await lockForReview(tx, applicationId, { actor, action: 'application.administer' })
    await tx.delete(clientNotices).where(eq(clientNotices.id, noticeId))
    await record(work, 'annual-review.taken-back', applicationId, { act: 'notified' })
  }
  return true
}

/** Only the latest one: the client's next review is calculated from it. */
async function undoCompletion(
  work: TransactionContext,
  applicationId: string,
  { reviewId, reviewedAt }: ActionOf<'review-completed'>,
): Promise<boolean> {
  const { tx, actor, now } = work
  const application = await lockForReview(tx, applicationId, { actor, action: 'application.administer' })
  const [gone] = await tx
    .delete(annualReviews)
    .where(eq(annualReviews.id, reviewId))
    .returning({ completedAt: annualReviews.completedAt })
  if (gone === undefined || gone.completedAt.getTime() !== application.reviewedAt?.getTime()) return false
  await tx
    .update(applications)
    .set({ reviewedAt: dateOf(reviewedAt), updatedAt: now })
    .where(eq(applications.id, applicationId))
  await record(work, 'annual-review.taken-back', applicationId, { act: 'completed' })
  return true
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time))

/**
 * Restores the status and its timestamps; both changes stay in the audit log.
 *
 * @throws DomainError as `requireOpen` where it leads back to approved or onboarded
 */
async function undoStatus(
  work: TransactionContext,
  applicationId: string,
  { from, to, version, before }: ActionOf<'status'>,
): Promise<boolean> {
  const { tx, actor, now } = work
  const application = await lockForReview(tx, applicationId, { actor, action: 'application.change-status' })
  if (application.version !== version || application.status !== to) return false
  const level = gateLevelOf[from]
  if (level !== undefined) await requireOpen(work, [applicationId], level)
  await tx
    .update(applications)
    .set({
      status: from,
      version: version + 1,
      updatedAt: now,
      statusChangedAt: new Date(before.statusChangedAt),
      onboardedAt: dateOf(before.onboardedAt),
      cancelledAt: dateOf(before.cancelledAt),
    })
    .where(eq(applications.id, applicationId))
  await tx
    .delete(statusReasons)
    .where(
      and(
        eq(statusReasons.applicationId, applicationId),
        eq(statusReasons.status, to),
        eq(statusReasons.at, application.statusChangedAt),
      ),
    )
  await record(work, 'application.status-changed', applicationId, { action: 'undo', from: to, to: from })
  return true
}
