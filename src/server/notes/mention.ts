import type { ColleagueView } from '#domain/api/notes.ts'
import type { Actor } from '#server/actor.ts'
import type { Queries } from '#server/db/database.ts'
import { Refusal, notFound } from '#server/refusal.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { tell } from '#server/notifications/tell.ts'
import type { Work } from '#server/work.ts'
import { colleaguesOf } from './colleagues.ts'

/**
 * Whom somebody can mention in a note of an application.
 *
 * @throws Refusal not-found for one that is missing or out of their reach
 */
export async function mentionable(db: Queries, id: string, { userId }: Actor): Promise<ColleagueView[]> {
  const colleagues = await colleaguesOf(db, id)
  // Who may write notes is one of those who review: where they are not among them, the application is not theirs.
  if (colleagues.every((one) => one.id !== userId)) throw notFound()
  return colleagues
    .filter((one) => one.id !== userId)
    .map(({ id: who, name, role }) => ({ id: who, name, role }))
}

/** Who is mentioned in a wording of a note. */
interface Mentioned {
  applicationId: string
  noteId: string
  mentions: readonly string[]
  /** Those of the wording before, who have been told. */
  before: readonly string[]
}

/**
 * Tells everybody who is newly mentioned, but for who mentions them.
 *
 * @throws Refusal invalid (400) at `mentions` for somebody who does not reach the application
 */
export async function tellMentioned(
  work: Work,
  { applicationId, noteId, mentions, before }: Mentioned,
): Promise<void> {
  const { tx, actor } = work
  const added = mentions.filter((id) => !before.includes(id))
  if (added.length === 0) return
  const colleagues = await colleaguesOf(tx, applicationId)
  const told = added.map((id) => {
    const colleague = colleagues.find((one) => one.id === id)
    if (colleague === undefined) throw outOfReach()
    return colleague
  })
  const authorName = colleagues.find(({ id }) => id === actor.userId)?.name ?? actor.username
  const others = told.filter(({ id }) => id !== actor.userId)
  const recipients = others.map(({ username }) => username)
  const mailed = await tell(work, { kind: 'mention', recipients, applicationId, noteId })
  for (const recipient of mailed) {
    await queueMail(work, {
      template: 'note-mention',
      recipient,
      data: { authorName, applicationId },
    })
  }
}

function outOfReach(): Refusal {
  const message = 'Somebody whom you mention cannot see this application. Please take the name out.'
  return new Refusal('invalid', message, { errors: [{ path: 'mentions', message }] })
}
