import { z } from 'zod'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { proseText } from '#base/rules/input/text.ts'
import { isAnswerPath } from '#features/applications/rules/round/subjects.ts'

export const MAX_NOTE_LENGTH = 2000
/** Maximum notes per application. */
export const MAX_NOTES = 500
/** Maximum revisions of one note. */
export const MAX_REVISIONS = 50

/** A note's text. */
export const noteText = proseText(MAX_NOTE_LENGTH).min(1, 'Please write something')

/** A note's subject, as its author chooses it. */
export const noteSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('application') }),
  z.strictObject({
    kind: z.literal('answer'),
    path: z.string().max(60).refine(isAnswerPath, 'This answer doesn’t exist'),
  }),
  z.strictObject({ kind: z.literal('document'), documentId: z.uuid() }),
])

export type NoteSubject = z.infer<typeof noteSubjectSchema>

/** A note's subject in the audit log. */
export function noteSubjectPath(subject: NoteSubject): string {
  if (subject.kind === 'answer') return subject.path
  return subject.kind === 'document' ? `document ${subject.documentId}` : 'application'
}

/**
 * A note's subject as text.
 *
 * @param documentName null once the file is deleted
 */
export function noteSubjectLabel(subject: NoteSubject, documentName: string | null): string {
  if (subject.kind === 'answer') return labelOf(subject.path)
  if (subject.kind === 'application') return 'The application'
  return documentName ?? 'A document that was removed'
}
