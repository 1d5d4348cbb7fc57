import { answersOf } from '#features/applications/rules/round/done.ts'
import { usualDueDay } from '#features/applications/rules/round/rounds.ts'
import { isPutTo, subjectPath, type ClientSubject } from '#features/applications/rules/round/subjects.ts'
import { isItemDone } from '#features/wizard/server/present-asked-round.ts'
import { documentsOfApplication } from '#features/documents/server/queries.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { DomainError } from '#base/server/domain-error.ts'
import {
  lockApplicationOfClient,
  type ApplicationRow,
} from '#features/applications/server/record/application-row.ts'
import { bumpVersion } from '#features/applications/server/record/application-version.ts'
import { roundsOf, type Round } from '#features/applications/server/record/asked-round.ts'
import { encryptPart } from '#features/applications/server/record/encrypted-items.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { closeRound, storeAfter } from './close.ts'

const whyNot = {
  asked: 'Something is open already. Please send that first.',
  answered: 'We’re reviewing what you sent last. Please wait until we’re done, or contact us.',
} as const

/**
 * Opens a correction of the client's own after submission: they add a document or correct an answer, and send it. Staff
 * then accept it or ask again, as for every correction.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError conflict (409) for a draft and once the application is declined, and while another request is open; invalid (400)
 * for an answer that was not asked for
 */
export async function openByClient<Answer>(
  act: CommandContext,
  subject: ClientSubject,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { application, rounds } = await lockOwn(work)
    const open = rounds.find(({ round }) => round.state in whyNot)
    if (open !== undefined) {
      const message = whyNot[open.round.state as keyof typeof whyNot]
      throw new DomainError('conflict', message, { code: 'round-open' })
    }
    if (subject.kind === 'answer' && !isPutTo(application.answers, subject.path)) {
      const message = 'Your application doesn’t have this question.'
      throw new DomainError('invalid', message, { errors: [{ path: 'subject.path', message }] })
    }
    const round = Math.max(0, ...rounds.map(({ round: { number } }) => number ?? 0)) + 1
    await insert(work, application, { subject, round })
    await bumpVersion(work.tx, application.id, work.now)
    const subjects = [subjectPath(subject.kind === 'answer' ? subject : { ...subject, documentId: null })]
    await record(work, 'correction.opened', application.id, { round, subjects })
    return answer(work.tx)
  })
}

async function insert(
  { tx, context: { keyring }, now }: TransactionContext,
  { id: applicationId, answers }: ApplicationRow,
  { subject, round: number }: { subject: ClientSubject; round: number },
): Promise<void> {
  const [roundId, id] = [newId(), newId()]
  await tx.insert(correctionRounds).values({
    id: roundId,
    applicationId,
    number,
    state: 'asked',
    openedBy: 'client',
    createdAt: now,
    askedAt: now,
    dueOn: usualDueDay(now),
  })
  const isAnswer = subject.kind === 'answer'
  const texts = isAnswer ? {} : { title: subject.title }
  await tx.insert(correctionItems).values({
    id,
    roundId,
    kind: subject.kind,
    path: isAnswer ? subject.path : null,
    createdAt: now,
    words: encryptPart(keyring, id, 'words', { comment: null, ...texts }),
    before: isAnswer ? encryptPart(keyring, id, 'before', answersOf(subject, answers)) : null,
  })
}

/**
 * Cancels what the client opened, while nothing was changed: a change would otherwise reach staff unseen. Idempotent.
 *
 * @throws DomainError conflict (409) where something was changed, and for a request of staff
 */
export async function cancelOwn(act: CommandContext): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, now } = work
    const { application, rounds } = await lockOwn(work)
    const asked = rounds.find(({ round }) => round.state === 'asked')
    if (asked === undefined) return
    if (asked.round.openedBy !== 'client') {
      throw new DomainError('conflict', 'We asked for this. Please answer it, or contact us.')
    }
    const documents = await documentsOfApplication(tx, application.id)
    if (asked.items.some((item) => isItemDone(item, application.answers, documents))) {
      throw new DomainError(
        'conflict',
        'You have already changed something here. Please send it, so that we see the change.',
      )
    }
    await storeAfter(work, asked, application.answers)
    await closeRound(work, asked, 'withdrawn')
    await bumpVersion(tx, application.id, now)
  })
}

async function lockOwn(work: TransactionContext): Promise<{ application: ApplicationRow; rounds: Round[] }> {
  const { tx, context, actor } = work
  const application = await lockApplicationOfClient(tx, context, actor.userId)
  if (!isAllowedNow(actor, 'correction.answer', application)) {
    throw new DomainError(
      'conflict',
      'Your application can no longer be changed here. Please contact us if something is wrong.',
      { code: 'not-editable' },
    )
  }
  return { application, rounds: await roundsOf(tx, context.keyring, application.id) }
}
