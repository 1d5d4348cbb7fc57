import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { isPutTo } from '#features/applications/rules/round/subjects.ts'
import { fieldLabels } from '#features/applications/rules/wizard/labels.ts'
import type { NoteTopic } from '#features/notes/client/notes-context.tsx'

/** What a note can be about besides the application: the answers, and the documents. */
export function noteSubjects(answers: Answers, files: readonly UploadedFile[]): NoteTopic[] {
  return [
    ...Object.entries(fieldLabels)
      .filter(([path]) => isPutTo(answers, path))
      .map(([path, label]): NoteTopic => ({ subject: { kind: 'answer', path }, label })),
    ...files.map(({ documentId, name }): NoteTopic => ({
      subject: { kind: 'document', documentId },
      label: name,
    })),
  ]
}
