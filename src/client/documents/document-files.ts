import type { Application, UploadedFile } from '#domain/api/application.ts'
import { documentListNames, documentLists, type DocumentKindName } from '#domain/documents/kinds.ts'
import type { ClientKind } from './upload-kinds.ts'

type Documents = Pick<Application, (typeof documentListNames)[number] | 'faisDocument'>

/** The files of one kind that an application has. */
export function filesOf(kind: ClientKind, application: Documents): readonly UploadedFile[] {
  const list = documentListNames.find((name) => documentLists[name] === kind)
  if (list !== undefined) return application[list]
  return application.faisDocument === null ? [] : [application.faisDocument]
}

/** How many of a kind count against its limit: a signed FAIS document is replaced by the next one. */
export function countedFiles(kind: DocumentKindName, files: readonly UploadedFile[]): number {
  return kind === 'signedFais' ? 0 : files.length
}
