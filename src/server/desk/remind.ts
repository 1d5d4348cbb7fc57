import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { actionsFor } from '#domain/applications/lifecycle/transitions.ts'
import { stepToOpen, wizardSteps } from '#domain/applications/wizard/steps.ts'
import { record } from '#server/audit/record.ts'
import type { Doer } from '#server/actor.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { Refusal } from '#server/refusal.ts'
import type { Work } from '#server/work.ts'
import { lockForReview } from '#server/application-record/lock-for-review.ts'
import { noteSent, wasSentRecently } from './notices.ts'

/**
 * Reminds the client of a draft to go on, in the transaction that it is a part of.
 *
 * @param again they know that one was sent within the last 24 hours
 * @param isInvited whether the client was sent an invitation instead, in the same transaction
 * @throws Refusal conflict (409) where it is no draft any more, or one was sent recently
 */
export async function remindClient(
  work: Work<Doer>,
  id: string,
  { again, isInvited }: { again: boolean; isInvited: boolean },
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
  if (!isInvited) {
    const step = wizardSteps.find((one) => one.id === stepToOpen(currentStep))?.title ?? ''
    await queueMail(work, {
      template: 'application-reminder',
      recipient: client.recipient,
      data: { fullName: client.fullName, step },
    })
  }
  await noteSent(tx, id, { kind: 'reminder', now })
  await record(work, 'application.reminded', id, {})
}
