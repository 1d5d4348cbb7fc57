import type { Application } from '#features/applications/api/application.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { documentListLabels } from '#features/applications/rules/wizard/labels.ts'
import {
  documentKinds,
  documentListNames,
  documentLists,
  listOf,
  replacesPrevious,
  type DocumentKindName,
  type DocumentListName,
  type WizardKind,
} from '#features/applications/rules/documents/kinds.ts'
import { countsAsThere } from '#base/rules/files/safety.ts'

/** The plural label of a kind: "Payslips". */
export function filesLabel(kind: DocumentKindName): string {
  const list = documentListNames.find((name) => documentLists[name] === kind)
  return list === undefined ? documentKinds[kind].label : documentListLabels[list]
}

/** The files of a kind in an application. */
export function filesOfKind(
  application: Pick<Application, DocumentListName | 'faisDocument'>,
  kind: WizardKind,
): readonly UploadedFile[] {
  if (kind !== 'signedFais') return application[listOf(kind)]
  return application.faisDocument === null ? [] : [application.faisDocument]
}

/**
 * The number of files that count against a kind's limit: a signed FAIS document is replaced by the next one, and
 * infected files are deleted.
 */
export function countedFiles(
  kind: DocumentKindName,
  files: readonly Pick<UploadedFile, 'virusScan'>[],
): number {
  return replacesPrevious(kind) ? 0 : files.filter(countsAsThere).length
}
