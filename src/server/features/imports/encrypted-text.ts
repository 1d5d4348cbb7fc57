import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** Where a text is: the cipher binds it to its row and column. */
type Location =
  | readonly [table: 'imports', id: string, column: 'content']
  | readonly [table: 'import_rows', id: string, column: 'cells' | 'reason']

const boundTo = ([table, id, column]: Location) => `${table} ${id}: ${column}`

/** The name of a row of an import, to which its texts are bound. */
export function rowId(importId: string, row: number): string {
  return `${importId} ${row}`
}

/** Encrypts a text of an import. */
export function encryptImportText(keyring: Keyring, location: Location, text: string): string {
  return encryptText(keyring, text, boundTo(location))
}

/**
 * Decrypts a text of an import.
 *
 * @throws Error where it was changed or moved in the database, or its key is missing
 */
export function decryptImportText(keyring: Keyring, location: Location, text: string): string {
  return decryptText(keyring, text, boundTo(location))
}

/** Encrypts a text again with the newest key; null stays null. */
export function reencryptImportText<Text extends string | null>(
  keyring: Keyring,
  location: Location,
  text: Text,
): Text {
  // Null in, null out.
  return (
    text === null ? null : encryptImportText(keyring, location, decryptImportText(keyring, location, text))
  ) as Text
}
