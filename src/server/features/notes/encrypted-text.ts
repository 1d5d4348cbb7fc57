import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

const contextOf = (revisionId: string) => `wording of a note ${revisionId}`

/** Encrypts the text of a note, bound to its row. */
export function encryptNoteText(keyring: Keyring, revisionId: string, text: string): string {
  return encryptText(keyring, text, contextOf(revisionId))
}

/**
 * The decrypted text of a note.
 *
 * @throws Error where it was changed or moved in the database, or its key is missing
 */
export function decryptNoteText(keyring: Keyring, revisionId: string, encrypted: string): string {
  return decryptText(keyring, encrypted, contextOf(revisionId))
}
