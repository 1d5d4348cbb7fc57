import type { Application } from '#domain/api/application.ts'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import { documentKinds, documentListNames, documentLists } from '#domain/documents/kinds.ts'

/** A paper of the client's, and what it is. */
export interface Paper {
  file: UploadedFile
  label: string
}

type Lists = Pick<Application, (typeof documentListNames)[number] | 'faisDocument' | 'furtherDocuments'>

/** Everything that a client has uploaded, in the order in which it was asked for. */
export function papersOf(application: Lists): Paper[] {
  const { faisDocument, furtherDocuments } = application
  const asked = documentListNames.flatMap((list) =>
    application[list].map((file) => ({ file, label: documentKinds[documentLists[list]].label })),
  )
  const signed = faisDocument === null ? [] : [{ file: faisDocument, label: documentKinds.signedFais.label }]
  const further = furtherDocuments.map((file) => ({ file, label: documentKinds.additional.label }))
  return [...asked, ...signed, ...further]
}
