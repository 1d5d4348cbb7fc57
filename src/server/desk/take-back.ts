import { and, eq, inArray } from 'drizzle-orm'
import { lockForReview } from '#server/application-record/lock-for-review.ts'
import { record } from '#server/audit/record.ts'
import type { Transaction } from '#server/db/database.ts'
import { heldActs, type HeldAct } from '#server/db/held-schema.ts'
import { mailOutbox } from '#server/db/mail-schema.ts'
import { clientNotices, statusReasons } from '#server/db/review-schema.ts'
import { applications } from '#server/db/schema.ts'
import { notFound, Refusal } from '#server/refusal.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'

/**
 * Takes back what somebody did a moment ago, with the mails of it, which wait (docs/decisions/0083). Whoever delivers a mail writes
 * its row first: all of them are taken out, or it is too late and nothing is.
 *
 * @param answer makes the answer in the same transaction, told which application it is
 * @throws Refusal not-found for another's; conflict (409, `too-late`) once a mail leaves, or somebody went on with the application
 */
export async function takeBack<Answer>(
  act: Act,
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

function tooLate(): Refusal {
  return new Refusal('conflict', 'It is too late to undo this: the email is on its way.', {
    code: 'too-late',
  })
}

async function undo(work: Work, applicationId: string, act: HeldAct): Promise<void> {
  if (act.kind === 'reminder') await undoReminder(work, applicationId, act)
  else await undoStatus(work, applicationId, act)
}

async function undoReminder(
  work: Work,
  applicationId: string,
  { noticeId }: Extract<HeldAct, { kind: 'reminder' }>,
): Promise<void> {
  const { tx, actor } = work
  await lockForReview(tx, applicationId, { actor, action: 'application.administer' })
  await tx.delete(clientNotices).where(eq(clientNotices.id, noticeId))
  await record(work, 'application.reminder-taken-back', applicationId, {})
}

/** The status goes back where it was, with its moments; the log has both steps. */
async function undoStatus(
  work: Work,
  applicationId: string,
  { from, to, version, before }: Extract<HeldAct, { kind: 'status' }>,
): Promise<void> {
  const { tx, actor, now } = work
  const application = await lockForReview(tx, applicationId, { actor, action: 'application.change-status' })
  if (application.version !== version || application.status !== to) {
    throw new Refusal('conflict', 'This cannot be undone any more: somebody went on with the application.', {
      code: 'too-late',
    })
  }
  const at = (moment: string | null) => (moment === null ? null : new Date(moment))
  await tx
    .update(applications)
    .set({
      status: from,
      version: version + 1,
      updatedAt: now,
      statusChangedAt: new Date(before.statusChangedAt),
      onboardedAt: at(before.onboardedAt),
      cancelledAt: at(before.cancelledAt),
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
}
