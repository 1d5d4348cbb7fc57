import type { Application } from '#domain/api/application.ts'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import { documentListLabels } from '#domain/applications/wizard/labels.ts'
import {
  documentKinds,
  documentListNames,
  documentLists,
  listOf,
  replacesPrevious,
  type DocumentKindName,
  type DocumentListName,
  type WizardKind,
} from '#domain/documents/kinds.ts'
import { countsAsThere } from '#domain/documents/safety.ts'

/** What the files of a kind are called together: "Payslips". */
export function filesLabel(kind: DocumentKindName): string {
  const list = documentListNames.find((name) => documentLists[name] === kind)
  return list === undefined ? documentKinds[kind].label : documentListLabels[list]
}

/** The files of a kind that an application has. */
export function filesOfKind(
  application: Pick<Application, DocumentListName | 'faisDocument'>,
  kind: WizardKind,
): readonly UploadedFile[] {
  if (kind !== 'signedFais') return application[listOf(kind)]
  return application.faisDocument === null ? [] : [application.faisDocument]
}

/**
 * How many files of a kind count against its limit: a signed FAIS document is replaced by the next one, and an
 * infected file is gone.
 */
export function countedFiles(
  kind: DocumentKindName,
  files: readonly Pick<UploadedFile, 'virusScan'>[],
): number {
  return replacesPrevious(kind) ? 0 : files.filter(countsAsThere).length
}
