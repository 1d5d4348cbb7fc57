import type { Application } from '#features/applications/api/application.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { kindsInWizard } from '#features/applications/rules/wizard/required-documents.ts'
import { documentKinds, type DocumentListName } from '#features/applications/rules/documents/kinds.ts'
import { filesOfKind } from '#features/documents/client/document-files.ts'

/** A client's document and its label. */
export interface Paper {
  file: UploadedFile
  label: string
}

type Lists = Pick<Application, DocumentListName | 'faisDocument' | 'furtherDocuments'>

/** All uploaded documents, in the order of the wizard. */
export function papersOf(application: Lists): Paper[] {
  const asked = kindsInWizard.flatMap((kind) =>
    filesOfKind(application, kind).map((file) => ({ file, label: documentKinds[kind].label })),
  )
  const further = application.furtherDocuments.map((file) => ({
    file,
    label: documentKinds.additional.label,
  }))
  return [...asked, ...further]
}
