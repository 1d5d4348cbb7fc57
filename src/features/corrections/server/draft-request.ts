import { and, eq } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import {
  documentOf,
  isPutTo,
  isSameSubject,
  MAX_ITEMS,
  subjectPath,
  type NamedSubject,
  type Subject,
} from '#features/applications/rules/round/subjects.ts'
import type { CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import { encryptPart } from '#features/applications/server/record/encrypted-items.ts'
import { record } from '#features/audit/server/record.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { documentsOfApplication } from '#features/documents/server/queries.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { refuseForeignLinks } from '#features/mail/server/edited-mail.ts'
import { lockToAsk, roundIn, type Locked } from './locked.ts'

type Noted = ParsedInput<'POST /api/admin/applications/{id}/corrections/items'>['body']

/** An item to be requested, with its reason. */
export interface ToAsk {
  subject: Subject
  reason: CorrectionReason | null
  comment: string | null
}

/**
 * Adds an item to the draft request, or changes its reason and comment.
 *
 * @throws DomainError invalid (400) for an answer or document that does not exist, conflict (409) above the maximum of
 * items
 */
export async function addDraftItem<Answer>(
  act: CommandContext,
  id: string,
  noted: Noted,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const locked = await lockToAsk(work, id)
    const subject = await subjectOf(work, locked, noted.subject)
    const { reason = null, comment = '' } = noted
    await addItem(work, locked, { subject, reason, comment: comment || null })
    return answer(work.tx)
  })
}

/** The same in a transaction that has locked the application. */
export async function addItem(
  work: TransactionContext,
  locked: Locked,
  { subject, reason, comment }: ToAsk,
): Promise<void> {
  const { tx, context, now } = work
  const applicationId = locked.application.id
  const draft = roundIn(locked, 'draft')
  const known = draft?.items.find((item) => isSameSubject(item.subject, subject))
  if (known === undefined && (draft?.items.length ?? 0) >= MAX_ITEMS) {
    throw new DomainError(
      'conflict',
      `You can request at most ${MAX_ITEMS} things at once. Please send these first.`,
    )
  }
  const id = known?.id ?? newId()
  const words = encryptPart(context.keyring, id, 'words', { comment, ...textsOf(subject) })
  if (known === undefined) {
    const roundId = draft?.round.id ?? newId()
    if (draft === undefined) {
      await tx.insert(correctionRounds).values({ id: roundId, applicationId, state: 'draft', createdAt: now })
    }
    const document = subject.kind === 'document' ? subject : null
    await tx.insert(correctionItems).values({
      id,
      roundId,
      kind: subject.kind,
      path: subject.kind === 'answer' ? subject.path : null,
      documentId: documentOf(subject),
      documentKind: document?.documentKind ?? null,
      place: document?.place ?? null,
      reason,
      words,
      createdAt: now,
    })
  } else await tx.update(correctionItems).set({ reason, words }).where(eq(correctionItems.id, id))
  await record(work, 'correction.noted', applicationId, { subject: subjectPath(subject) })
}

function textsOf(subject: Subject): { title?: string; question?: string } {
  if (subject.kind === 'additional') return { title: subject.title }
  return subject.kind === 'question' ? { question: subject.question } : {}
}

/** The stored form of a subject. @throws DomainError invalid (400) at `subject` where it does not exist, or names a foreign link */
async function subjectOf(
  { tx, context }: TransactionContext,
  { application }: Locked,
  named: NamedSubject,
): Promise<Subject> {
  if (named.kind === 'question') return named
  if (named.kind === 'additional') {
    // The title is in the mail to the client.
    refuseForeignLinks({ 'subject.title': named.title }, context.settings.firm)
    return { ...named, documentId: null }
  }
  if (named.kind === 'answer') {
    if (isPutTo(application.answers, named.path)) return named
    throw noSuch('path', 'The client wasn’t asked this question.')
  }
  const present = await documentsOfApplication(tx, application.id)
  const document = present.find((row) => row.id === named.documentId)
  if (document === undefined)
    throw noSuch('documentId', 'This document no longer exists. Please reload the page.')
  if (document.kind === 'ficaPaper') {
    throw noSuch('documentId', 'This document belongs to a FICA check. Please ask for it there.')
  }
  const { kind: documentKind, id: documentId } = document
  const place = present.filter((row) => row.kind === documentKind).indexOf(document) + 1
  return { kind: 'document', documentId, documentKind, place }
}

function noSuch(field: string, message: string): DomainError {
  return new DomainError('invalid', message, { errors: [{ path: `subject.${field}`, message }] })
}

/** Removes an item; one of an answered request can then be accepted again. */
export async function removeItem(
  act: CommandContext,
  { id, itemId }: { id: string; itemId: string },
): Promise<void> {
  await inTransaction(act, async (work) => {
    const locked = await lockToAsk(work, id)
    const item = roundIn(locked, 'draft')?.items.find((one) => one.id === itemId)
    if (item === undefined) throw notFound()
    await removeFromDraft(work, locked, item.subject)
  })
}

/** Removes an item from the draft request, if it is in it, and deletes an empty draft. */
export async function removeFromDraft(
  work: TransactionContext,
  locked: Locked,
  subject: Subject,
): Promise<void> {
  const { tx } = work
  const draft = roundIn(locked, 'draft')
  const item = draft?.items.find((one) => isSameSubject(one.subject, subject))
  if (draft === undefined || item === undefined) return
  if (draft.items.length === 1) {
    await tx.delete(correctionRounds).where(eq(correctionRounds.id, draft.round.id))
  } else await tx.delete(correctionItems).where(eq(correctionItems.id, item.id))
  const again = roundIn(locked, 'answered')?.items.find(
    (one) => one.verdict === 'again' && isSameSubject(askedAgain(one), subject),
  )
  if (again !== undefined) {
    await tx
      .update(correctionItems)
      .set({ verdict: null })
      .where(and(eq(correctionItems.id, again.id), eq(correctionItems.verdict, 'again')))
  }
  await record(work, 'correction.struck-off', locked.application.id, { subject: subjectPath(subject) })
}

/** The subject of a repeated item: for a document, the latest one. */
export function askedAgain({
  subject,
  answerDocumentId,
}: {
  subject: Subject
  answerDocumentId: string | null
}): Subject {
  if (answerDocumentId === null || subject.kind === 'answer' || subject.kind === 'question') return subject
  return { ...subject, documentId: answerDocumentId }
}
