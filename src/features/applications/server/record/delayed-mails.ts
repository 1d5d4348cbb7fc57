import type { Doer } from '#features/access/server/actor.ts'
import {
  pendingActions,
  type PendingUndo,
  type PendingAction,
} from '#features/applications/schema/pending-actions-schema.ts'
import { newId } from '#base/server/db/id.ts'
import { queueEvents, type EventsToQueue } from '#features/applications/server/events/queue-events.ts'
import { queueMail, type MailToQueue } from '#features/mail/server/outbox.ts'
import type { MailTemplate } from '#features/mail/server/templates/templates.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { LockedApplication } from './lock-for-review.ts'

/** How a command sends its mails and events. */
export interface MailDelivery {
  queue: <Name extends MailTemplate>(mail: MailToQueue<Name>) => Promise<void>
  publish: (events: EventsToQueue) => Promise<void>
  /** Stores what undo needs, until the mails are sent. */
  keep: (applicationId: string, act: PendingAction) => Promise<PendingUndo | null>
}

/** Delays mails and events for as long as staff can undo the action (docs/decisions/0083). */
export function delayMails(work: TransactionContext<Doer>): MailDelivery {
  const { tx, context, actor, now } = work
  const until = new Date(now.getTime() + context.settings.undoMs)
  const mailIds: string[] = []
  const eventIds: string[] = []
  return {
    async queue(mail) {
      mailIds.push(await queueMail(work, mail, until))
    },
    async publish(events) {
      eventIds.push(...(await queueEvents(work, events, until)))
    },
    async keep(applicationId, act) {
      if (until <= now) return null
      const id = newId()
      await tx
        .insert(pendingActions)
        .values({ id, actorId: actor.userId, applicationId, act, mailIds, eventIds, until })
      return { id, until: until.toISOString() }
    },
  }
}

/** Sends mails and events at once: the action cannot be undone. */
export function sendMails(work: TransactionContext<Doer>): MailDelivery {
  return {
    async queue(mail) {
      await queueMail(work, mail)
    },
    async publish(events) {
      await queueEvents(work, events)
    },
    keep: () => Promise.resolve(null),
  }
}

/** The application's state before the change, for undo. */
export function asBefore({
  version,
  statusChangedAt,
  onboardedAt,
  cancelledAt,
}: Pick<LockedApplication, 'version' | 'statusChangedAt' | 'onboardedAt' | 'cancelledAt'>) {
  return {
    version: version + 1,
    before: {
      statusChangedAt: statusChangedAt.toISOString(),
      onboardedAt: onboardedAt?.toISOString() ?? null,
      cancelledAt: cancelledAt?.toISOString() ?? null,
    },
  }
}
