import type { AskedItemView, AskedRoundView } from '#features/applications/api/asked-round.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { isDone } from '#features/applications/rules/round/done.ts'
import { documentOf } from '#features/applications/rules/round/subjects.ts'
import { countsAsThere } from '#base/rules/files/safety.ts'
import { openIn, type Round } from '#features/applications/server/record/asked-round.ts'
import type { CorrectionItem } from '#features/applications/server/record/encrypted-items.ts'
import { presentDocument } from '#features/documents/server/present.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

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
