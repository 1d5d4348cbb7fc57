import { and, asc, eq } from 'drizzle-orm'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { answersOf } from '#features/applications/rules/round/done.ts'
import type { CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import { remindersDue, usualDueDay, type RoundState } from '#features/applications/rules/round/rounds.ts'
import { documentOf, subjectPath, type Subject } from '#features/applications/rules/round/subjects.ts'
import { nowhere, type Doer } from '#features/access/server/actor.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { encryptPart } from '#features/applications/server/record/encrypted-items.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'
import { daysBefore } from './days-before.ts'

/** A requested item of a demo client. */
export interface DemoItem {
  /** An answer with its previous value; a question; or the newest payslip. */
  of: { path: string; before?: Partial<Answers> } | { question: string } | 'payslip'
  /** Missing for a question. */
  reason?: CorrectionReason
  comment?: string
  reply?: string
}

/** The correction request of a demo client. Days ago: created and sent, answered, accepted. */
export interface DemoRound {
  state: Extract<RoundState, 'draft' | 'asked' | 'answered' | 'accepted'>
  asked: number
  answered?: number
  accepted?: number
  items: readonly DemoItem[]
}

/** Whether a payslip was replaced. */
export function replacesPayslip(round: DemoRound | undefined): boolean {
  return round?.answered !== undefined && round.items.some(({ of }) => of === 'payslip')
}

interface RoundContext {
  tx: Transaction
  context: Pick<Context, 'keyring'>
  now: Date
  application: { id: string; userId: string }
  managerId: string
}

/** An item with its id and stored form. */
interface StoredItem extends DemoItem {
  id: string
  subject: Subject
  answerDocumentId: string | null
}

/** Stores a demo client's correction request, with answers and result. */
export async function storeRound(round: DemoRound, history: RoundContext): Promise<void> {
  const { tx, now, application } = history
  const { state, asked, answered, accepted, items } = round
  const [askedAt, answeredAt, closedAt] = [asked, answered, accepted].map((days) =>
    days === undefined ? null : daysBefore(now, days),
  )
  if (!askedAt) return
  const isSent = state !== 'draft'
  const roundId = newId()
  await tx.insert(correctionRounds).values({
    id: roundId,
    applicationId: application.id,
    state,
    createdAt: askedAt,
    ...(isSent && { number: 1, askedAt, dueOn: usualDueDay(askedAt) }),
    answeredAt,
    closedAt,
    reminders: isSent ? remindersDue(askedAt, answeredAt ?? now) : 0,
  })
  const payslips = await payslipsOf(history, answeredAt ?? null)
  const stored = items.map((item) => ({ ...item, id: newId(), ...thingOf(item, payslips) }))
  await keepItems(history, round, { roundId, stored, askedAt })
  await recordRound(history, stored, { askedAt: isSent ? askedAt : null, answeredAt, closedAt })
}

interface Payslips {
  asked: string
  answer: string | null
}

/** The requested payslip, and its replacement: the newest, if answered. */
async function payslipsOf(
  { tx, application: { id, userId } }: RoundContext,
  answeredAt: Date | null,
): Promise<Payslips> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.applicationId, id), eq(documents.kind, 'payslip')))
    .orderBy(asc(documents.id))
  const [newest, ...others] = rows.map((row) => row.id)
  if (newest === undefined) throw notFound()
  const replaced = others.at(-1)
  if (answeredAt === null || replaced === undefined) return { asked: newest, answer: null }
  await tx.update(documents).set({ uploadedAt: answeredAt }).where(eq(documents.id, newest))
  await tx.update(documents).set({ supersededBy: newest }).where(eq(documents.id, replaced))
  const work = { tx, actor: { userId, role: 'client' }, origin: nowhere, now: answeredAt } as const
  await record(work, 'document.superseded', id, { documentId: replaced, by: newest, kind: 'payslip' })
  return { asked: replaced, answer: newest }
}

function thingOf(
  { of }: DemoItem,
  { asked, answer }: Payslips,
): Pick<StoredItem, 'subject' | 'answerDocumentId'> {
  if (of === 'payslip') {
    const subject = { kind: 'document', documentId: asked, documentKind: 'payslip', place: 1 } as const
    return { subject, answerDocumentId: answer }
  }
  const subject =
    'path' in of
      ? ({ kind: 'answer', path: of.path } as const)
      : ({ kind: 'question', question: of.question } as const)
  return { subject, answerDocumentId: null }
}

async function keepItems(
  { tx, context: { keyring }, application }: RoundContext,
  { state }: DemoRound,
  { roundId, stored, askedAt }: { roundId: string; stored: readonly StoredItem[]; askedAt: Date },
): Promise<void> {
  const [row] = await tx
    .select({ answers: applications.answers })
    .from(applications)
    .where(eq(applications.id, application.id))
  if (row === undefined) throw notFound()
  const answers = decryptAnswers(keyring, application.id, row.answers)
  for (const { id, subject, of, reason = null, comment = null, reply = null, answerDocumentId } of stored) {
    const isAnswer = subject.kind === 'answer' && state !== 'draft'
    const earlier = typeof of === 'object' && 'path' in of ? of.before : undefined
    const isBack = state === 'answered' || state === 'accepted'
    await tx.insert(correctionItems).values({
      id,
      roundId,
      kind: subject.kind,
      path: subject.kind === 'answer' ? subject.path : null,
      documentId: documentOf(subject),
      documentKind: subject.kind === 'document' ? subject.documentKind : null,
      place: subject.kind === 'document' ? subject.place : null,
      reason,
      createdAt: askedAt,
      words: encryptPart(keyring, id, 'words', {
        comment,
        ...(subject.kind === 'question' && { question: subject.question }),
      }),
      before: isAnswer
        ? encryptPart(keyring, id, 'before', answersOf(subject, { ...answers, ...earlier }))
        : null,
      after: isAnswer && isBack ? encryptPart(keyring, id, 'after', answersOf(subject, answers)) : null,
      reply: encryptPart(keyring, id, 'reply', reply),
      answerDocumentId,
      verdict: state === 'accepted' ? 'accepted' : null,
    })
  }
}

/** The audit events of a request, dated back. */
async function recordRound(
  { tx, now, application: { id, userId }, managerId }: RoundContext,
  stored: readonly StoredItem[],
  at: Readonly<Record<'askedAt' | 'answeredAt' | 'closedAt', Date | null | undefined>>,
): Promise<void> {
  const by = (actor: Doer, time: Date) => ({ tx, actor, origin: nowhere, now: time })
  const manager = { userId: managerId, role: 'wealth_manager' } as const
  const subjects = stored.map(({ subject }) => subjectPath(subject))
  for (const subject of subjects) {
    await record(by(manager, at.askedAt ?? now), 'correction.noted', id, { subject })
  }
  if (at.askedAt) await record(by(manager, at.askedAt), 'correction.asked', id, { round: 1, subjects })
  if (at.answeredAt) {
    const client = { userId, role: 'client' } as const
    await record(by(client, at.answeredAt), 'correction.answered', id, { round: 1, subjects })
  }
  if (!at.closedAt) return
  const closing = by(manager, at.closedAt)
  for (const subject of subjects) {
    await record(closing, 'correction.judged', id, { round: 1, subject, verdict: 'accepted' })
  }
  await record(closing, 'correction.closed', id, { round: 1, as: 'accepted' })
}
