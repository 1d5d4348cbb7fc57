import { eq } from 'drizzle-orm'
import { actions } from '#features/access/rules/lifecycle/transitions.ts'
import { answersOf } from '#features/applications/rules/round/done.ts'
import { reasonToClient } from '#features/applications/rules/round/reasons.ts'
import { usualDueDay } from '#features/applications/rules/round/rounds.ts'
import { subjectLabel, subjectPath } from '#features/applications/rules/round/subjects.ts'
import { passageInMail } from '#features/mail/rules/name-in-mail.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { bumpVersion } from '#features/applications/server/record/application-version.ts'
import type { Round } from '#features/applications/server/record/asked-round.ts'
import { delayMails } from '#features/applications/server/record/delayed-mails.ts'
import { encryptPart, type CorrectionItem } from '#features/applications/server/record/encrypted-items.ts'
import { applyTransition } from '#features/applications/server/record/change-status.ts'
import { requireOpen } from '#features/access/server/require-open.ts'
import { record } from '#features/audit/server/record.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { closeRound, storeAfter } from './close.ts'
import { lockToAsk, roundIn, type Locked } from './locked.ts'

/** The requested items as listed in a mail, without values. */
export function mailLines(items: readonly Pick<CorrectionItem, 'subject' | 'reason'>[]): string[] {
  return items.map(({ subject, reason }) => {
    const label = passageInMail(subjectLabel(subject))
    const why = reasonToClient(reason)
    return why === null ? label : `${label}: ${why}`
  })
}

/**
 * Sends the draft request to the client in one mail; starts the review of a submitted application.
 *
 * @param dueOn the last day (yyyy-MM-dd); defaults to the usual period
 * @throws DomainError as `requireOpen`; conflict (409) where the draft is empty, or an earlier request of staff is still open; invalid (400) for a
 * past day
 */
export async function askClient<Answer>(
  act: CommandContext,
  id: string,
  dueOn: string | undefined,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, now } = work
    const locked = await lockToAsk(work, id)
    const { application, client } = locked
    const draft = requireDraft(locked)
    const due = dueDay(dueOn, now)
    await requireActive(tx, application.userId)
    await requireOpen(work, [id], 'served')
    const closedId = (await closeUnsent(work, locked)) ?? (await closeAnswered(work, locked))
    if (application.status === 'submitted') {
      await applyTransition(work, [id], {
        action: 'startReview',
        from: 'submitted',
        to: actions.startReview.to,
      })
    } else await bumpVersion(tx, id, now)
    const number = Math.max(0, ...locked.rounds.map(({ round }) => round.number ?? 0)) + 1
    await open(work, locked, { draft, number, due })
    const mails = delayMails(work)
    const { status } = application
    if (status === 'submitted') {
      const data = { from: status, to: actions.startReview.to }
      await mails.publish({ type: 'application.status_changed', applicationIds: [id], data })
    }
    await mails.publish({
      type: 'application.corrections_asked',
      applicationIds: [id],
      data: { round: number },
    })
    await mails.queue({
      template: 'corrections-asked',
      recipient: client.recipient,
      data: { fullName: client.fullName, items: mailLines(draft.items), due: formatDay(due) },
    })
    const { status: from, statusChangedAt } = application
    await mails.keep(id, {
      kind: 'corrections-asked',
      roundId: draft.round.id,
      closedId,
      from,
      version: application.version + 1,
      before: { statusChangedAt: statusChangedAt.toISOString() },
    })
    return answer(tx)
  })
}

function requireDraft(locked: Locked): Round {
  const asked = roundIn(locked, 'asked')
  if (asked !== undefined && asked.round.openedBy !== 'client') {
    throw new DomainError(
      'conflict',
      'The client hasn’t replied to the last request yet. Please wait for the reply, or withdraw the request.',
      { code: 'round-open' },
    )
  }
  const draft = roundIn(locked, 'draft')
  if (draft === undefined)
    throw new DomainError('conflict', 'There is nothing to send yet. Please flag something first.')
  return draft
}

function dueDay(wanted: string | undefined, now: Date): string {
  if (wanted === undefined) return usualDueDay(now)
  if (wanted >= dayOf(now)) return wanted
  const message = 'Please choose a date that has not passed'
  throw new DomainError('invalid', message, { errors: [{ path: 'dueOn', message }] })
}

/** A deactivated client cannot answer. */
async function requireActive(tx: Transaction, userId: string): Promise<void> {
  const [client] = await tx
    .select({ deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (client?.deactivatedAt === null) return
  throw new DomainError(
    'conflict',
    'This client’s account is deactivated, so you can’t request corrections. Please have it reactivated first.',
  )
}

/**
 * Ends a correction that the client began alone and has not sent, which stops nothing: what they changed so far is shown
 * with it.
 *
 * @returns the closed request
 */
async function closeUnsent(work: TransactionContext, locked: Locked): Promise<string | null> {
  const unsent = roundIn(locked, 'asked')
  if (unsent === undefined) return null
  await storeAfter(work, unsent, locked.application.answers)
  await closeRound(work, unsent, 'superseded')
  return unsent.round.id
}

/** Unaccepted items of an answered request are continued in the new one. @returns the closed request */
async function closeAnswered(work: TransactionContext, locked: Locked): Promise<string | null> {
  const answered = roundIn(locked, 'answered')
  if (answered === undefined) return null
  if (answered.items.some(({ verdict }) => verdict === null)) {
    throw new DomainError(
      'conflict',
      'The client has sent corrections. Please accept each one, or ask for it again, before you request more.',
      { code: 'round-open' },
    )
  }
  await closeRound(work, answered, 'asked-again')
  return answered.round.id
}

async function open(
  work: TransactionContext,
  { application }: Locked,
  { draft, number, due }: { draft: Round; number: number; due: string },
): Promise<void> {
  const { tx, context, now } = work
  for (const { id, subject } of draft.items) {
    if (subject.kind !== 'answer') continue
    const before = encryptPart(context.keyring, id, 'before', answersOf(subject, application.answers))
    await tx.update(correctionItems).set({ before }).where(eq(correctionItems.id, id))
  }
  await tx
    .update(correctionRounds)
    .set({ state: 'asked', number, askedAt: now, dueOn: due })
    .where(eq(correctionRounds.id, draft.round.id))
  await record(work, 'correction.asked', application.id, {
    round: number,
    subjects: draft.items.map(({ subject }) => subjectPath(subject)),
  })
}

/**
 * Withdraws the request that waits for the client. Changes that they have saved stay, beside the previous values.
 *
 * @throws DomainError conflict (409) where nothing waits for the client
 */
export async function withdraw<Answer>(
  act: CommandContext,
  id: string,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, now } = work
    const locked = await lockToAsk(work, id)
    const asked = roundIn(locked, 'asked')
    if (asked === undefined) {
      throw new DomainError(
        'conflict',
        'Nothing is waiting for the client: they have replied, or the request was withdrawn. Please reload the page.',
      )
    }
    await storeAfter(work, asked, locked.application.answers)
    await closeRound(work, asked, 'withdrawn')
    await bumpVersion(tx, id, now)
    const mails = delayMails(work)
    await mails.queue({
      template: 'corrections-withdrawn',
      recipient: locked.client.recipient,
      data: { fullName: locked.client.fullName },
    })
    await mails.keep(id, {
      kind: 'corrections-withdrawn',
      roundId: asked.round.id,
      version: locked.application.version + 1,
    })
    return answer(tx)
  })
}
