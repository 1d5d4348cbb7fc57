import type { AnswersByPath } from '#features/applications/rules/round/done.ts'
import type { Subject } from '#features/applications/rules/round/subjects.ts'
import { correctionItems } from '#features/applications/schema/correction-schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { decryptJson, encryptJson } from '#base/server/db/encrypted-columns.ts'

type ItemRow = typeof correctionItems.$inferSelect

/** Staff text of an item. */
interface StaffText {
  comment: string | null
  /** For a further document or a question. */
  title?: string
  question?: string
}

/** Decrypted private parts of an item. */
interface Private {
  words: StaffText
  before: AnswersByPath | null
  after: AnswersByPath | null
  reply: string | null
}

/** A requested item in use. */
export interface CorrectionItem
  extends
    Omit<Private, 'words'>,
    Pick<ItemRow, 'id' | 'roundId' | 'reason' | 'answerDocumentId' | 'verdict'> {
  subject: Subject
  comment: string | null
}

/** Encrypts one column, bound to its item; null stays null. */
export function encryptPart<Name extends keyof Private>(
  keyring: Keyring,
  itemId: string,
  name: Name,
  value: Private[Name],
): string | (null extends Private[Name] ? null : never) {
  // A nullable value has a nullable column.
  if (value === null) return null as null extends Private[Name] ? null : never
  return encryptJson(keyring, correctionItems[name], itemId, value)
}

/**
 * Decrypts an item.
 *
 * @throws Error if a text was changed or moved in the database, or its key is missing
 */
export function decryptItem(keyring: Keyring, row: ItemRow): CorrectionItem {
  const decrypt = <Name extends keyof Private>(name: Name): Private[Name] => {
    const text = row[name]
    // Authenticated encryption: it has the shape that was encrypted.
    return (text === null ? null : decryptJson(keyring, correctionItems[name], row.id, text)) as Private[Name]
  }
  const { comment, ...named } = decrypt('words')
  const { id, roundId, reason, answerDocumentId, verdict } = row
  return {
    id,
    roundId,
    reason,
    answerDocumentId,
    verdict,
    comment,
    subject: subjectOf(row, named),
    before: decrypt('before'),
    after: decrypt('after'),
    reply: decrypt('reply'),
  }
}

function subjectOf(row: ItemRow, { title = '', question = '' }: Omit<StaffText, 'comment'>): Subject {
  switch (row.kind) {
    case 'answer':
      return { kind: 'answer', path: row.path ?? '' }
    case 'document':
      return {
        kind: 'document',
        documentId: row.documentId ?? '',
        documentKind: row.documentKind ?? 'additional',
        place: row.place ?? 1,
      }
    case 'additional':
      return { kind: 'additional', title, documentId: row.documentId }
    case 'question':
      return { kind: 'question', question }
  }
}
