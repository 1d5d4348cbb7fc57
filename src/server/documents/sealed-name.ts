import type { Keyring } from '#server/encryption/keyring.ts'
import { isSealed, openText, sealText } from '#server/encryption/text-cipher.ts'

function placeOf(documentId: string): string {
  return `document ${documentId}: name`
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
