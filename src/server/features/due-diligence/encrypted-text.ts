import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** The encrypted columns. */
interface Columns {
  due_diligence_tasks: 'draft' | 'comment'
  declarations: 'content'
  verifications: 'note'
  approvals: 'asked_words' | 'words'
  risk_ratings: 'factors'
  retention_holds: 'words' | 'lifted_words'
}

/** Where a text is: the cipher binds it to its row and column. */
type Location = {
  [Table in keyof Columns]: readonly [table: Table, id: string, column: Columns[Table]]
}[keyof Columns]

const boundTo = ([table, id, column]: Location) => `${table} ${id}: ${column}`

/** Encrypts a text of one column; null stays null. */
export function encryptColumn<Text extends string | null>(
  keyring: Keyring,
  location: Location,
  text: Text,
): Text {
  // Null in, null out.
  return (text === null ? null : encryptText(keyring, text, boundTo(location))) as Text
}

/**
 * Decrypts a text of one column; null stays null.
 *
 * @throws Error where it was changed or moved in the database, or its key is missing
 */
export function decryptColumn<Text extends string | null>(
  keyring: Keyring,
  location: Location,
  text: Text,
): Text {
  return (text === null ? null : decryptText(keyring, text, boundTo(location))) as Text
}

/** Encrypts a text of one column again with the newest key; null stays null. */
export function reencryptColumn<Text extends string | null>(
  keyring: Keyring,
  location: Location,
  text: Text,
): Text {
  return encryptColumn(keyring, location, decryptColumn(keyring, location, text))
}
