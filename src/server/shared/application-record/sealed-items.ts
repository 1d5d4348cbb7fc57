import type { AnswersByPath } from '#domain/corrections/done.ts'
import type { Subject } from '#domain/corrections/subjects.ts'
import type { correctionItems } from '#server/platform/db/correction-schema.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { openText, sealText } from '#server/platform/encryption/text-cipher.ts'

type ItemRow = typeof correctionItems.$inferSelect

/** The columns of an item that are sealed. */
export type SealedItem = Pick<ItemRow, 'words' | 'before' | 'after' | 'reply'>

/** What staff wrote of an item. */
interface Words {
  comment: string | null
  /** Of a further document, and of a question. */
  title?: string
  question?: string
}

/** What is private of an item, opened. */
interface Private {
  words: Words
  before: AnswersByPath | null
  after: AnswersByPath | null
  reply: string | null
}

/** Something that is asked for, as it is worked with. */
export interface CorrectionItem
  extends
    Omit<Private, 'words'>,
    Pick<ItemRow, 'id' | 'roundId' | 'reason' | 'answerDocumentId' | 'verdict'> {
  subject: Subject
  comment: string | null
}

const names = ['words', 'before', 'after', 'reply'] as const

const placeOf = (itemId: string, name: keyof Private) => `correction item ${itemId}: ${name}`

/** Encrypts one of the columns, bound to its item; null stays. */
export function sealPart<Name extends keyof Private>(
  keyring: Keyring,
  itemId: string,
  name: Name,
  value: Private[Name],
): string | (null extends Private[Name] ? null : never) {
  // A value that may be null is one whose column may be.
  if (value === null) return null as null extends Private[Name] ? null : never
  return sealText(keyring, JSON.stringify(value), placeOf(itemId, name))
}

/** Encrypts everything of an item anew. @throws Error where a text was changed or moved, or its key is missing */
export function resealItem(keyring: Keyring, itemId: string, sealed: SealedItem): SealedItem {
  const parts = names.map((name) => {
    const text = sealed[name]
    const place = placeOf(itemId, name)
    return [name, text === null ? null : sealText(keyring, openText(keyring, text, place), place)]
  })
  return Object.fromEntries(parts) as SealedItem
}

/** The encrypted texts of an item. */
export function sealedTextsOf(sealed: SealedItem): string[] {
  return names.flatMap((name) => sealed[name] ?? [])
}

/**
 * An item with everything in it opened.
 *
 * @throws Error where a text was changed or moved in the database, or its key is missing
 */
export function openItem(keyring: Keyring, row: ItemRow): CorrectionItem {
  const open = <Name extends keyof Private>(name: Name): Private[Name] => {
    const text = row[name]
    // What was sealed here was of this shape, and nobody can have changed it.
    return (
      text === null ? null : JSON.parse(openText(keyring, text, placeOf(row.id, name)))
    ) as Private[Name]
  }
  const { comment, ...named } = open('words')
  const { id, roundId, reason, answerDocumentId, verdict } = row
  return {
    id,
    roundId,
    reason,
    answerDocumentId,
    verdict,
    comment,
    subject: subjectOf(row, named),
    before: open('before'),
    after: open('after'),
    reply: open('reply'),
  }
}

function subjectOf(row: ItemRow, { title = '', question = '' }: Omit<Words, 'comment'>): Subject {
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
