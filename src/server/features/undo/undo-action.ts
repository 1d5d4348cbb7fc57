import { and, eq, inArray } from 'drizzle-orm'
import { lockForReview } from '#server/shared/application-record/lock-for-review.ts'
import { takeBackAsking, takeBackWithdrawing } from '#server/features/corrections/take-back.ts'
import { record } from '#server/shared/audit/record.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { heldActs, type HeldAct } from '#server/platform/db/pending-actions-schema.ts'
import { mailOutbox } from '#server/platform/db/mail-schema.ts'
import { annualReviews, clientNotices, statusReasons } from '#server/platform/db/review-schema.ts'
import { applications } from '#server/platform/db/schema.ts'
import { notFound, DomainError } from '#server/platform/domain-error.ts'
import { takeCorrectionBack } from '#server/features/users/correct-client.ts'
import { takeMoveBack } from '#server/features/users/undo-reassignment.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'

/**
 * Takes back what somebody did a moment ago, with the mails of it, which wait (docs/decisions/0083). Whoever delivers a mail writes
 * its row first: all of them are taken out, or it is too late and nothing is.
 *
 * @param answer makes the answer in the same transaction, told which application it is
 * @throws DomainError not-found for another's; conflict (409, `too-late`) once a mail leaves, or somebody went on with the application
 */
export async function takeBack<Answer>(
  act: CommandContext,
  id: string,
  answer: (tx: Transaction, applicationId: string) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const own = and(eq(heldActs.id, id), eq(heldActs.actorId, actor.userId))
    const [held] = await tx.select().from(heldActs).where(own).for('update')
    if (held === undefined) throw notFound()
    const { applicationId, mailIds, takenBackAt, until } = held
    if (takenBackAt !== null) return answer(tx, applicationId)
    if (until <= now) throw tooLate()
    await undo(work, applicationId, held.act)
    const gone = await tx
      .delete(mailOutbox)
      .where(and(inArray(mailOutbox.id, mailIds), eq(mailOutbox.attempts, 0)))
      .returning({ id: mailOutbox.id })
    if (gone.length !== mailIds.length) throw tooLate()
    await tx.update(heldActs).set({ takenBackAt: now }).where(own)
    return answer(tx, applicationId)
  })
}

function tooLate(): DomainError {
  return new DomainError('conflict', 'It is too late to undo this: the email is on its way.', {
    code: 'too-late',
  })
}

type Kind = HeldAct['kind']
type Kept<Name extends Kind> = Extract<HeldAct, { kind: Name }>

/** How each act is taken back. @returns false where somebody went on with what it was about */
const undoing: {
  [Name in Kind]: (work: TransactionContext, applicationId: string, act: Kept<Name>) => Promise<boolean>
} = {
  reminder: undoReminder,
  status: undoStatus,
  'reviews-notified': undoNotices,
  'review-completed': undoCompletion,
  'corrections-asked': takeBackAsking,
  'corrections-withdrawn': takeBackWithdrawing,
  'clients-moved': takeMoveBack,
  'client-corrected': takeCorrectionBack,
}

async function undo(work: TransactionContext, applicationId: string, act: HeldAct): Promise<void> {
  // Each takes what bears its own name.
  const undoOne = undoing[act.kind] as (
    work: TransactionContext,
    id: string,
    act: HeldAct,
  ) => Promise<boolean>
  if (await undoOne(work, applicationId, act)) return
  throw new DomainError('conflict', 'This cannot be undone any more: somebody went on with it.', {
    code: 'too-late',
  })
}

async function undoReminder(
  work: TransactionContext,
  applicationId: string,
  { noticeId }: Kept<'reminder'>,
): Promise<boolean> {
  const { tx, actor } = work
  await lockForReview(tx, applicationId, { actor, action: 'application.administer' })
  await tx.delete(clientNotices).where(eq(clientNotices.id, noticeId))
  await record(work, 'application.reminder-taken-back', applicationId, {})
  return true
}

/** All clients who were written to at once, in one order: two who do this do not wait for each other in a circle. */
async function undoNotices(
  work: TransactionContext,
  _: string,
  { notices }: Kept<'reviews-notified'>,
): Promise<boolean> {
  const { tx, actor } = work
  for (const { applicationId, noticeId } of notices) {
    await lockForReview(tx, applicationId, { actor, action: 'application.administer' })
    await tx.delete(clientNotices).where(eq(clientNotices.id, noticeId))
    await record(work, 'annual-review.taken-back', applicationId, { act: 'notified' })
  }
  return true
}

/** Only the latest of them: the months of the client are counted from it. */
async function undoCompletion(
  work: TransactionContext,
  applicationId: string,
  { reviewId, reviewedAt }: Kept<'review-completed'>,
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
    .set({ reviewedAt: momentOf(reviewedAt), updatedAt: now })
    .where(eq(applications.id, applicationId))
  await record(work, 'annual-review.taken-back', applicationId, { act: 'completed' })
  return true
}

const momentOf = (moment: string | null) => (moment === null ? null : new Date(moment))

/** The status goes back where it was, with its moments; the log has both steps. */
async function undoStatus(
  work: TransactionContext,
  applicationId: string,
  { from, to, version, before }: Kept<'status'>,
): Promise<boolean> {
  const { tx, actor, now } = work
  const application = await lockForReview(tx, applicationId, { actor, action: 'application.change-status' })
  if (application.version !== version || application.status !== to) return false
  await tx
    .update(applications)
    .set({
      status: from,
      version: version + 1,
      updatedAt: now,
      statusChangedAt: new Date(before.statusChangedAt),
      onboardedAt: momentOf(before.onboardedAt),
      cancelledAt: momentOf(before.cancelledAt),
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
