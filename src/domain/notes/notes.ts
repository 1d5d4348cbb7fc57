import { z } from 'zod'
import { labelOf } from '#domain/applications/wizard/labels.ts'
import { proseText } from '#domain/applications/wizard/text.ts'
import { isAnswerPath } from '#domain/corrections/subjects.ts'

export const MAX_NOTE_LENGTH = 2000
/** The most notes of one application. */
export const MAX_NOTES = 500
/** The most wordings of one note. */
export const MAX_REVISIONS = 50

/** What is written in a note. */
export const noteText = proseText(MAX_NOTE_LENGTH).min(1, 'Please write something')

/** What a note is about, as its author names it. */
export const noteSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('application') }),
  z.strictObject({
    kind: z.literal('answer'),
    path: z.string().max(60).refine(isAnswerPath, 'There is no such answer'),
  }),
  z.strictObject({ kind: z.literal('document'), documentId: z.uuid() }),
])

export type NoteSubject = z.infer<typeof noteSubjectSchema>

/** What a note is about, as the audit log names it. */
export function noteSubjectPath(subject: NoteSubject): string {
  if (subject.kind === 'answer') return subject.path
  return subject.kind === 'document' ? `document ${subject.documentId}` : 'application'
}

/**
 * What a note is about, in a few words.
 *
 * @param documentName what the file is called; null once it is gone
 */
export function noteSubjectLabel(subject: NoteSubject, documentName: string | null): string {
  if (subject.kind === 'answer') return labelOf(subject.path)
  if (subject.kind === 'application') return 'The application'
  return documentName ?? 'A document that was removed'
}
