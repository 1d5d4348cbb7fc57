import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { openText, sealText } from '#server/platform/encryption/text-cipher.ts'

const placeOf = (wordingId: string) => `wording of a note ${wordingId}`

/** Encrypts the text of a note, bound to its row. */
export function sealWords(keyring: Keyring, wordingId: string, words: string): string {
  return sealText(keyring, words, placeOf(wordingId))
}

/**
 * The decrypted text of a note.
 *
 * @throws Error where it was changed or moved in the database, or its key is missing
 */
export function openWords(keyring: Keyring, wordingId: string, sealed: string): string {
  return openText(keyring, sealed, placeOf(wordingId))
}
