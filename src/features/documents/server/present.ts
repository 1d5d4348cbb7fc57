import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { forEachList, type DocumentListName } from '#features/applications/rules/documents/kinds.ts'
import { isUnreadable } from '#base/rules/files/safety.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import type { DocumentRow } from './queries.ts'
import { fileIdOf, nameOf } from './encrypted-name.ts'

/** An application's files as shown to its client (specification section 3). */
export interface PresentedDocuments extends Record<DocumentListName, UploadedFile[]> {
  furtherDocuments: UploadedFile[]
  /** The signed FAIS document, once there is one. */
  faisDocument: UploadedFile | null
}

/** The path of a document on this site. */
export function urlOfDocument(id: string): string {
  return `/objects/uploads/${id}`
}

/** The storage path of a manager's FAIS letter; it is read under `/fais-documents/` (specification section 7). */
export function pathOfLetter(id: string): string {
  return `/objects/${id}`
}

/**
 * One file as shown to its readers.
 *
 * @param rows the files of its application, in order of arrival
 */
export function presentDocument(
  keyring: Keyring,
  row: DocumentRow,
  rows: readonly DocumentRow[],
): UploadedFile {
  const twin = earlierTwin(row, rows)
  return {
    id: fileIdOf(keyring, row),
    documentId: row.id,
    name: nameOf(keyring, row),
    url: urlOfDocument(row.id),
    uploadDate: row.uploadedAt.toISOString(),
    ...(row.downloadOnly && { downloadOnly: row.downloadOnly }),
    ...(isUnreadable(row.virusScan) && { virusScan: row.virusScan }),
    ...(twin && { sameAs: { name: nameOf(keyring, twin), kind: twin.kind } }),
  }
}

/** The first file with the same stored content, so photos with different metadata count as equal. */
function earlierTwin(row: DocumentRow, rows: readonly DocumentRow[]): DocumentRow | undefined {
  const first = rows.find(({ sha256 }) => sha256 === row.sha256)
  return first?.id === row.id ? undefined : first
}

/** Sorts the files of one application into the lists that the API shows. */
export function presentDocumentLists(keyring: Keyring, rows: readonly DocumentRow[]): PresentedDocuments {
  const ofKind = (kind: DocumentRow['kind']) =>
    rows.filter((row) => row.kind === kind).map((row) => presentDocument(keyring, row, rows))
  return {
    ...forEachList((_list, kind) => ofKind(kind)),
    furtherDocuments: ofKind('additional'),
    faisDocument: ofKind('signedFais').at(-1) ?? null,
  }
}
