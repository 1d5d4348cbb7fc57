import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { isSealed, openText, sealText } from '#server/platform/encryption/text-cipher.ts'

function placeOf(documentId: string): string {
  return `document ${documentId}: name`
}

function placeOfFileId(documentId: string): string {
  return `document ${documentId}: file id`
}

/** Encrypts the id that a client chose for a file, bound to its document. */
export function sealFileId(keyring: Keyring, documentId: string, fileId: string): string {
  return sealText(keyring, fileId, placeOfFileId(documentId))
}

/** What the lists of an application know a document by: the id that its client chose, else its own. */
export function fileIdOf(
  keyring: Keyring,
  { id, sealedFileId }: Readonly<{ id: string; sealedFileId: string | null }>,
): string {
  return sealedFileId === null ? id : openText(keyring, sealedFileId, placeOfFileId(id))
}

/** Encrypts the name of a file for storage, bound to its document: names often hold ID numbers. */
export function sealName(keyring: Keyring, documentId: string, name: string): string {
  return sealText(keyring, name, placeOf(documentId))
}

/**
 * What a document is called.
 *
 * @param sealedName as it is stored; in the clear where an earlier version stored it, until `sealNamesInTheClear`
 * @throws Error where it was changed or moved in the database, or its key is missing
 */
export function nameOf(
  keyring: Keyring,
  { id, sealedName }: Readonly<{ id: string; sealedName: string }>,
): string {
  return isSealed(sealedName) ? openText(keyring, sealedName, placeOf(id)) : sealedName
}
