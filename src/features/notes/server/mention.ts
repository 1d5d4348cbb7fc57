import { and, count, eq, gt, inArray } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { ColleagueView } from '#features/notes/api/notes.ts'
import type { Acting } from '#features/access/server/actor.ts'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { notifyStaff } from '#features/notes/server/notifications/notify-staff.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { colleaguesOf } from './colleagues.ts'

/** Maximum of mails about mentions to one reader within a day; further ones show only in the application. */
export const MAX_MENTION_MAILS = 20

/**
 * The users who can be mentioned in a note about an application.
 *
 * @throws DomainError not-found for one that is missing or out of the reader's scope
 */
export async function mentionable(
  db: Queries,
  id: string,
  { actor: { userId }, now }: Acting,
): Promise<ColleagueView[]> {
  const colleagues = await colleaguesOf(db, id, now)
  // Authors of notes are reviewers; one who is not in the list has no access.
  if (colleagues.every((one) => one.id !== userId)) throw notFound()
  return colleagues
    .filter((one) => one.id !== userId)
    .map(({ id: who, name, role }) => ({ id: who, name, role }))
}

/** The users mentioned in a revision of a note. */
interface Mentioned {
  applicationId: string
  noteId: string
  mentions: readonly string[]
  /** Those of the previous revision, who were notified already. */
  before: readonly string[]
}

/**
 * Notifies all newly mentioned users except the author, and mails them up to {@link MAX_MENTION_MAILS} times a day.
 *
 * @throws DomainError invalid (400) at `mentions` for a user who cannot see the application
 */
export async function notifyMentioned(
  work: TransactionContext,
  { applicationId, noteId, mentions, before }: Mentioned,
): Promise<void> {
  const { tx, actor, now } = work
  const added = mentions.filter((id) => !before.includes(id))
  if (added.length === 0) return
  const colleagues = await colleaguesOf(tx, applicationId, now)
  const notified = added.map((id) => {
    const colleague = colleagues.find((one) => one.id === id)
    if (colleague === undefined) throw outOfScope()
    return colleague
  })
  const authorName = colleagues.find(({ id }) => id === actor.userId)?.name ?? actor.username
  const others = notified.filter(({ id }) => id !== actor.userId)
  const recipients = others.map(({ username }) => username)
  const mailed = await notifyStaff(work, { kind: 'mention', recipients, applicationId, noteId })
  const full = await readersAtLimit(tx, mailed, now)
  for (const recipient of mailed.filter((one) => !full.has(one))) {
    await queueMail(work, {
      template: 'note-mention',
      recipient,
      data: { authorName, applicationId },
    })
  }
}

/** Readers who reached the daily limit of mails. The note itself is never refused. */
async function readersAtLimit(
  tx: Transaction,
  recipients: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (recipients.length === 0) return new Set()
  const { recipient, template, createdAt } = mailOutbox
  const mailed = await tx
    .select({ recipient, mails: count() })
    .from(mailOutbox)
    .where(
      and(
        inArray(recipient, [...recipients]),
        eq(template, 'note-mention'),
        gt(createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
    .groupBy(recipient)
  return new Set(mailed.filter(({ mails }) => mails >= MAX_MENTION_MAILS).map((one) => one.recipient))
}

function outOfScope(): DomainError {
  const message = 'Someone you mentioned can’t see this application. Please remove the name.'
  return new DomainError('invalid', message, { errors: [{ path: 'mentions', message }] })
}
