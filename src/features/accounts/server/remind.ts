import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import { stepToOpen, wizardSteps } from '#features/applications/rules/wizard/steps.ts'
import { shutOf } from '#features/access/server/require-open.ts'
import { recordEach } from '#features/audit/server/record.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { notFound, DomainError, type RejectedItems } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { delayMails, sendMails } from '#features/applications/server/record/delayed-mails.ts'
import {
  lockEachForReview,
  type LockedApplication,
} from '#features/applications/server/record/lock-for-review.ts'
import { recordNotices, checkRepeatedNotice, sentToday } from '#features/applications/server/notices.ts'

const ANOTHER = 'A reminder was sent in the last 24 hours. Send another one?'

/** Options of reminders. */
interface ReminderOptions {
  /** The sender confirmed that one was sent within the last 24 hours. */
  again: boolean
  /** Applications whose client gets an invitation instead, in the same transaction. */
  invited: ReadonlySet<string>
  /** Whether the mail is delayed while the action can be undone; invitations never are. */
  isDelayed: boolean
}

/**
 * Reminds clients of their drafts, in the caller's transaction; all are checked before anything is written.
 *
 * @returns the refused ones: as `requireOpen`; not-found; conflict (409) where it is no draft any more, or one was sent recently;
 * throttled (429) after several in a day
 */
export async function remindClients(
  work: TransactionContext<Doer>,
  ids: readonly string[],
  { again, invited, isDelayed }: ReminderOptions,
): Promise<RejectedItems> {
  const { tx, actor, now } = work
  const found = await lockEachForReview(tx, ids, { actor, action: 'application.administer' })
  const shut = await shutOf(work, [...found.keys()], 'served')
  const sent = await sentToday(tx, ids, { kind: 'reminder', now })
  const refused = new Map<string, DomainError>()
  const drafts: LockedApplication[] = []
  for (const id of ids) {
    const judged = validate(actor, found.get(id))
    const unserved = shut.get(id)
    const another = checkRepeatedNotice(sent.get(id), { again, now }, ANOTHER)
    if (judged instanceof DomainError) refused.set(id, judged)
    else if (another !== null) refused.set(id, another)
    else if (unserved !== undefined) refused.set(id, unserved)
    else drafts.push(judged)
  }
  const reminded = drafts.map(({ id }) => id)
  const notices = await recordNotices(tx, reminded, { kind: 'reminder', now })
  for (const draft of drafts) {
    const noticeId = notices.get(draft.id)
    if (invited.has(draft.id) || noticeId === undefined) continue
    const mails = isDelayed ? delayMails(work) : sendMails(work)
    await mails.queue(reminderOf(draft))
    await mails.keep(draft.id, { kind: 'reminder', noticeId })
  }
  await recordEach(work, 'application.reminded', reminded, {})
  return refused
}

function validate(
  { role }: Doer,
  application: LockedApplication | undefined,
): LockedApplication | DomainError {
  if (application === undefined) return notFound()
  const { status } = application
  if (status !== 'draft') {
    return new DomainError(
      'conflict',
      `This application is at "${statuses[status]}" now, so there is nothing to send a reminder about.`,
      { code: 'not-possible', current: { status, actions: actionsFor(role, status) } },
    )
  }
  return application
}

function reminderOf({ currentStep, client }: LockedApplication) {
  const step = wizardSteps.find((one) => one.id === stepToOpen(currentStep))?.title ?? ''
  return {
    template: 'application-reminder',
    recipient: client.recipient,
    data: { fullName: client.fullName, step },
  } as const
}
