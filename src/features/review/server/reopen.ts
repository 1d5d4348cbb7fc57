import { reopensTo } from '#features/applications/rules/lifecycle/reopening.ts'
import { actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import { answerPromisedBy } from '#features/applications/rules/lifecycle/promised-answer.ts'
import { statuses, statusTraits, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { asBefore, delayMails } from '#features/applications/server/record/delayed-mails.ts'
import { lockForReview } from '#features/applications/server/record/lock-for-review.ts'
import { applyTransition } from '#features/applications/server/record/change-status.ts'
import { recipientsByManager } from '#features/wizard/server/queries.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'

/** A request to reopen, with its reason. */
export interface WantedReopening {
  /** The status that the user saw; undefined accepts any. */
  expectedStatus?: ApplicationStatus
  reason: string
}

/**
 * Reopens a decided or cancelled application: it is under review again, or the draft that it was. The client, the
 * manager and who stands in for them are notified.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError conflict (409) with the current status where it cannot be reopened, or its status is not the
 * expected one
 */
export async function reopen<Answer>(
  act: CommandContext,
  id: string,
  { expectedStatus, reason }: WantedReopening,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now, context } = work
    const application = await lockForReview(tx, id, { actor, action: 'application.reopen' })
    const { status, submittedAt, client } = application
    const to = reopensTo(status, submittedAt !== null)
    if (to === null || (expectedStatus ?? status) !== status) {
      throw new DomainError(
        'conflict',
        `This application is at "${statuses[status]}" now${to === null ? ': there is nothing to undo.' : '.'}`,
        {
          code: to === null ? 'not-possible' : 'status-changed',
          current: { status, actions: actionsFor(actor.role, status) },
        },
      )
    }
    const promisedBy = statusTraits[to].awaiting
      ? answerPromisedBy(now, context.settings.branding.office)
      : undefined
    await applyTransition(work, [id], { action: 'reopen', from: status, to, reason, promisedBy })
    const mails = delayMails(work)
    await mails.publish({
      type: 'application.status_changed',
      applicationIds: [id],
      data: { from: status, to },
    })
    const { fullName, recipient } = client
    await mails.queue({
      template: 'application-reopened',
      recipient,
      data: { fullName, draft: to === 'draft' },
    })
    const managerId = application.wealthManagerId
    const staff = await recipientsByManager(tx, managerId === null ? [] : [managerId], {
      now: work.now,
      except: actor.userId,
    })
    for (const username of staff.get(managerId ?? '') ?? []) {
      await mails.queue({
        template: 'client-status',
        recipient: username,
        data: { fullName: client.name, status: to, applicationId: id },
      })
    }
    await mails.keep(id, { kind: 'status', from: status, to, ...asBefore(application) })
    return answer(tx)
  })
}
