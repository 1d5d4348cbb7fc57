import type { AskedItemView, AskedRoundView } from '#domain/api/asked-round.ts'
import type { Answers } from '#domain/applications/wizard/answers.ts'
import { isDone } from '#domain/corrections/done.ts'
import { documentOf } from '#domain/corrections/subjects.ts'
import { countsAsThere } from '#domain/documents/safety.ts'
import { openIn, type Round } from '#server/shared/application-record/asked-round.ts'
import type { CorrectionItem } from '#server/shared/application-record/encrypted-items.ts'
import { presentDocument } from '#server/features/documents/present.ts'
import type { DocumentRow } from '#server/features/documents/queries.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'

/** The item of a correction request as shown to both sides. */
export function presentItem(
  keyring: Keyring,
  { id, subject, reason, comment, before, reply, answerDocumentId }: CorrectionItem,
  documents: readonly DocumentRow[],
): Omit<AskedItemView, 'done'> {
  const file = (wanted: string | null) => {
    const found = documents.find((row) => row.id === wanted)
    return found === undefined ? null : presentDocument(keyring, found, documents)
  }
  const document = file(documentOf(subject))
  return {
    id,
    subject,
    reason,
    comment,
    before: before ?? {},
    document,
    reply,
    file: file(answerDocumentId),
  }
}

/** Whether the client has answered an item. */
export function isItemDone(
  { subject, before, reply, answerDocumentId }: CorrectionItem,
  answers: Answers,
  documents: readonly DocumentRow[],
): boolean {
  const hasFile = documents.some((row) => row.id === answerDocumentId && countsAsThere(row))
  return isDone(subject, { before: before ?? {}, reply, hasFile }, answers)
}

/**
 * A correction request as shown to its client.
 *
 * @param documents of the application, including superseded ones
 */
export function presentAskedRound(
  keyring: Keyring,
  asked: Round,
  answers: Answers,
  documents: readonly DocumentRow[],
): AskedRoundView {
  const { id, number, openedBy, askedAt, dueOn } = asked.round
  if (number === null || askedAt === null || dueOn === null) throw new Error(`Round ${id} was never asked.`)
  return {
    id,
    number,
    openedByClient: openedBy === 'client',
    askedAt: askedAt.toISOString(),
    dueOn,
    open: openIn(asked),
    items: asked.items.map((item) => ({
      ...presentItem(keyring, item, documents),
      done: isItemDone(item, answers, documents),
    })),
  }
}
