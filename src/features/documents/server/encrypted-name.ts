import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { documents } from '#features/access/schema/tables.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

/** The id of a document in an application's lists: the one that its client chose, else its own. */
export function fileIdOf(
  keyring: Keyring,
  { id, encryptedFileId }: Readonly<{ id: string; encryptedFileId: string | null }>,
): string {
  return decrypt(keyring, documents.encryptedFileId, id, encryptedFileId) ?? id
}

/**
 * The file name of a document. It is encrypted, since names often hold ID numbers.
 *
 * @throws Error where it was changed or moved in the database, or its key is missing
 */
export function nameOf(
  keyring: Keyring,
  { id, encryptedName }: Readonly<{ id: string; encryptedName: string }>,
): string {
  return decrypt(keyring, documents.encryptedName, id, encryptedName)
}
