import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { actionsFor } from '#domain/applications/lifecycle/transitions.ts'
import { stepToOpen, wizardSteps } from '#domain/applications/wizard/steps.ts'
import { record } from '#server/audit/record.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { Refusal } from '#server/refusal.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'
import { lockForReview } from '#server/application-record/lock-for-review.ts'
import { noteSent, wasSentRecently } from './notices.ts'

/**
 * Reminds the client of a draft to go on.
 *
 * @param again they know that one was sent within the last 24 hours
 * @param invite sends something else to who has never signed in, and says whether it did
 * @param answer makes the answer of what is there then, in the same transaction
 * @throws Refusal conflict (409) where it is no draft any more, or one was sent recently
 */
export async function remindClient<Answer>(
  act: Act,
  id: string,
  { again, invite }: { again: boolean; invite: (work: Work) => Promise<boolean> },
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const isInvited = await invite(work)
    const { status, currentStep, client } = await lockForReview(tx, id, {
      actor,
      action: 'application.change-status',
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
    return answer(tx)
  })
}
