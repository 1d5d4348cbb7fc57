import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

function nameContext(documentId: string): string {
  return `document ${documentId}: name`
}

function fileIdContext(documentId: string): string {
  return `document ${documentId}: file id`
}

/** Encrypts the id that a client chose for a file, bound to its document. */
export function encryptFileId(keyring: Keyring, documentId: string, fileId: string): string {
  return encryptText(keyring, fileId, fileIdContext(documentId))
}

/** The id of a document in an application's lists: the one that its client chose, else its own. */
export function fileIdOf(
  keyring: Keyring,
  { id, encryptedFileId }: Readonly<{ id: string; encryptedFileId: string | null }>,
): string {
  return encryptedFileId === null ? id : decryptText(keyring, encryptedFileId, fileIdContext(id))
}

/** Encrypts the name of a file for storage, bound to its document: names often hold ID numbers. */
export function encryptName(keyring: Keyring, documentId: string, name: string): string {
  return encryptText(keyring, name, nameContext(documentId))
}

/**
 * The file name of a document.
 *
 * @throws Error where it was changed or moved in the database, or its key is missing
 */
export function nameOf(
  keyring: Keyring,
  { id, encryptedName }: Readonly<{ id: string; encryptedName: string }>,
): string {
  return decryptText(keyring, encryptedName, nameContext(id))
}
