import { eq } from 'drizzle-orm'
import { statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { answerPromisedBy } from '#features/applications/rules/lifecycle/promised-answer.ts'
import { CONFIRMATIONS_VERSION } from '#features/applications/rules/wizard/confirmations.ts'
import { problemsOfApplication } from '#features/applications/rules/wizard/completeness.ts'
import type { ProblemError } from '#base/rules/api/problem.ts'
import { notDone } from '#features/applications/rules/round/done.ts'
import { isOpen } from '#features/applications/rules/round/open-paths.ts'
import { subjectLabel, subjectPath } from '#features/applications/rules/round/subjects.ts'
import { formatWeekday } from '#base/rules/time/dates.ts'
import { bumpVersion } from '#features/applications/server/record/application-version.ts'
import {
  lockApplicationOfClient,
  type ApplicationRow,
} from '#features/applications/server/record/application-row.ts'
import { openIn, roundsOf, type Round } from '#features/applications/server/record/asked-round.ts'
import { encryptPart, type CorrectionItem } from '#features/applications/server/record/encrypted-items.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { withFacts } from '#features/wizard/server/commands.ts'
import { isItemDone } from '#features/wizard/server/present-asked-round.ts'
import { recipientsFor } from '#features/wizard/server/queries.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications } from '#features/access/schema/tables.ts'
import { documentsOfApplication } from '#features/documents/server/queries.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { notifyStaff } from '#features/notes/server/notifications/notify-staff.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { storeAfter } from './close.ts'
import { queueEvents } from '#features/applications/server/events/queue-events.ts'

/** An item of the client's correction request that is being answered. */
interface Answered {
  application: ApplicationRow
  round: Round
}

/**
 * Saves the client's reply to an item; an empty text deletes it.
 *
 * @throws DomainError not-found for an item that is not theirs, conflict (409) without an open request
 */
export async function reply(act: CommandContext, itemId: string, text: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, context, now } = work
    const { application, round } = await lockToAnswer(work)
    const item = round.items.find(({ id }) => id === itemId)
    if (item === undefined) throw notFound()
    const written = text === '' ? null : text
    if (written === item.reply) return
    const encrypted = encryptPart(context.keyring, itemId, 'reply', written)
    await tx.update(correctionItems).set({ reply: encrypted }).where(eq(correctionItems.id, itemId))
    await bumpVersion(tx, application.id, now)
    await record(work, 'correction.replied', application.id, {
      round: round.round.number ?? 0,
      subject: subjectPath(item.subject),
    })
  })
}

/**
 * The item that an uploaded file answers; it determines the kind of file.
 *
 * @throws DomainError not-found for an item that is not theirs
 */
export async function itemOfClient(
  { database: { db }, keyring }: Context,
  itemId: string,
  { userId }: Pick<Actor, 'userId'>,
): Promise<CorrectionItem> {
  const [application] = await db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.userId, userId))
  const rounds = application === undefined ? [] : await roundsOf(db, keyring, application.id)
  const sent = rounds.filter(({ round }) => round.state !== 'draft')
  const item = sent.flatMap(({ items }) => items).find(({ id }) => id === itemId)
  if (item === undefined) throw notFound()
  return item
}

/**
 * Sends the answered correction request. Idempotent.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError incomplete (422) listing all unanswered items, conflict (409) without an open request
 */
export async function sendBack<Answer>(
  act: CommandContext,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, context, actor } = work
    const application = await lockApplicationOfClient(tx, context, actor.userId)
    const rounds = await roundsOf(tx, context.keyring, application.id)
    const isSent = rounds.some(({ round }) => round.state === 'answered')
    if (!isSent) await send(work, { application, round: askedOf(rounds, application, actor) })
    return answer(tx)
  })
}

async function send(work: TransactionContext, { application, round }: Answered): Promise<void> {
  const { tx, now, context } = work
  const errors = [
    ...(await undone(tx, application, round)),
    ...(await problemsWithin(tx, { application, round }, now)),
  ]
  if (errors.length > 0) {
    throw new DomainError(
      'incomplete',
      'Some of what we asked for is still missing. Please complete every item, then send again.',
      {
        code: 'incomplete',
        errors,
      },
    )
  }
  await storeAfter(work, round, application.answers)
  await tx
    .update(correctionRounds)
    .set({ state: 'answered', answeredAt: now })
    .where(eq(correctionRounds.id, round.round.id))
  const promisedBy = answerPromisedBy(now, context.settings.branding.office)
  const accurate = { at: now.toISOString(), wording: CONFIRMATIONS_VERSION }
  await tx
    .update(applications)
    .set({
      confirmations: { ...application.confirmations, accurate },
      answerPromisedBy: promisedBy,
      version: application.version + 1,
      updatedAt: now,
    })
    .where(eq(applications.id, application.id))
  const subjects = round.items.map(({ subject }) => subjectPath(subject))
  await record(work, 'application.confirmed', application.id, {
    confirmed: ['accurate'],
    withdrawn: [],
    wording: CONFIRMATIONS_VERSION,
  })
  await record(work, 'correction.answered', application.id, { round: round.round.number ?? 0, subjects })
  await queueEvents(work, {
    type: 'application.corrections_answered',
    applicationIds: [application.id],
    data: { round: round.round.number ?? 0 },
  })
  await queueMail(work, {
    template: 'corrections-received',
    recipient: work.actor.username,
    data: {
      fullName: application.answers.fullName,
      items: round.items.map(({ subject }) => subjectLabel(subject)),
      answerBy: statusTraits[application.status].awaiting ? formatWeekday(promisedBy) : null,
    },
  })
  await notifyReviewers(work, { application, round })
}

async function lockToAnswer({ tx, context, actor }: TransactionContext): Promise<Answered> {
  const application = await lockApplicationOfClient(tx, context, actor.userId)
  const rounds = await roundsOf(tx, context.keyring, application.id)
  return { application, round: askedOf(rounds, application, actor) }
}

function askedOf(rounds: readonly Round[], application: ApplicationRow, actor: Actor): Round {
  const asked = rounds.find(({ round }) => round.state === 'asked')
  if (asked !== undefined && isAllowedNow(actor, 'correction.answer', application)) return asked
  throw new DomainError('conflict', 'There are no open requests right now. Please reload your application.', {
    code: 'not-editable',
  })
}

async function undone(
  tx: Transaction,
  { id, answers }: ApplicationRow,
  { items }: Round,
): Promise<ProblemError[]> {
  const documents = await documentsOfApplication(tx, id)
  return items
    .filter((item) => !isItemDone(item, answers, documents))
    .map(({ id: itemId, subject }) => ({ path: `items.${itemId}`, message: notDone[subject.kind] }))
}

/** Problems in the fields that the client can currently change. */
async function problemsWithin(
  tx: Transaction,
  { application, round }: Answered,
  now: Date,
): Promise<ProblemError[]> {
  const open = openIn(round)
  return problemsOfApplication(await withFacts(tx, application), now).filter(({ path }) => isOpen(path, open))
}

async function notifyReviewers(work: TransactionContext, { application, round }: Answered): Promise<void> {
  const data = {
    fullName: application.answers.fullName ?? work.actor.username,
    count: round.items.length,
    applicationId: application.id,
  }
  const { recipients } = await recipientsFor(work.tx, application, work.now)
  const notification = { kind: 'corrections-answered', recipients, applicationId: application.id } as const
  for (const recipient of await notifyStaff(work, notification)) {
    await queueMail(work, { template: 'corrections-answered', recipient, data })
  }
}
