import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { actionsFor } from '#domain/applications/lifecycle/transitions.ts'
import { stepToOpen, wizardSteps } from '#domain/applications/wizard/steps.ts'
import type { Acting } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { Refusal } from '#server/refusal.ts'
import { lockForReview } from './lock-for-review.ts'
import { noteSent, wasSentRecently } from './notices.ts'

/**
 * Reminds the client of a draft to go on.
 *
 * @param again they know that one was sent within the last 24 hours
 * @param answer makes the answer of what is there then, in the same transaction
 * @throws Refusal conflict (409) where it is no draft any more, or one was sent recently
 */
export async function remindClient<Answer>(
  context: Context,
  id: string,
  { actor, origin, now, again }: Acting & { again: boolean },
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return context.database.db.transaction(async (tx) => {
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
    const step = wizardSteps.find((one) => one.id === stepToOpen(currentStep))?.title ?? ''
    await queueMail(tx, context, {
      template: 'application-reminder',
      recipient: client.recipient,
      data: { fullName: client.fullName, step },
      now,
    })
    await noteSent(tx, id, { kind: 'reminder', now })
    await appendAudit(tx, {
      action: 'application.reminded',
      details: {},
      actor,
      objectId: id,
      ip: origin.ip,
      at: now,
    })
    return answer(tx)
  })
}
