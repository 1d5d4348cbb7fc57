import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { actionsFor } from '#domain/applications/lifecycle/transitions.ts'
import { stepToOpen, wizardSteps } from '#domain/applications/wizard/steps.ts'
import { record } from '#server/audit/record.ts'
import type { Doer } from '#server/actor.ts'
import { Refusal } from '#server/refusal.ts'
import type { Work } from '#server/work.ts'
import { holdMails, sendMails } from '#server/application-record/hold.ts'
import { lockForReview } from '#server/application-record/lock-for-review.ts'
import { noteSent, wasSentRecently } from './notices.ts'

/**
 * Reminds the client of a draft to go on, in the transaction that it is a part of.
 *
 * @param again they know that one was sent within the last 24 hours
 * @param isHeld whether the mail waits until it can be taken back no longer; an invitation never waits
 * @param isInvited whether the client was sent an invitation instead, in the same transaction
 * @throws Refusal conflict (409) where it is no draft any more, or one was sent recently
 */
export async function remindClient(
  work: Work<Doer>,
  id: string,
  { again, isInvited, isHeld }: { again: boolean; isInvited: boolean; isHeld: boolean },
): Promise<void> {
  const { tx, actor, now } = work
  const { status, currentStep, client } = await lockForReview(tx, id, {
    actor,
    action: 'application.administer',
  })
  if (status !== 'draft') {
    throw new Refusal(
      'conflict',
      `This application is at "${statuses[status]}" now: nothing is left to remind of.`,
      {
        code: 'status-changed',
        current: { status, actions: actionsFor(actor.role, status) },
      },
    )
  }
  if (!again && (await wasSentRecently(tx, id, { kind: 'reminder', now }))) {
    throw new Refusal('conflict', 'A reminder was sent within the last 24 hours. Send another one?', {
      code: 'sent-recently',
    })
  }
  const mails = isHeld ? holdMails(work) : sendMails(work)
  if (!isInvited) {
    const step = wizardSteps.find((one) => one.id === stepToOpen(currentStep))?.title ?? ''
    await mails.queue({
      template: 'application-reminder',
      recipient: client.recipient,
      data: { fullName: client.fullName, step },
    })
  }
  const noticeId = await noteSent(tx, id, { kind: 'reminder', now })
  if (!isInvited) await mails.keep(id, { kind: 'reminder', noticeId })
  await record(work, 'application.reminded', id, {})
}
