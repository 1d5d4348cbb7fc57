import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { openText, sealText } from '#server/platform/encryption/text-cipher.ts'

const placeOf = (wordingId: string) => `wording of a note ${wordingId}`

/** Encrypts the words of a note, bound to their row. */
export function sealWords(keyring: Keyring, wordingId: string, words: string): string {
  return sealText(keyring, words, placeOf(wordingId))
}

/**
 * The words of a note.
 *
 * @throws Error where they were changed or moved in the database, or their key is missing
 */
export function openWords(keyring: Keyring, wordingId: string, sealed: string): string {
  return openText(keyring, sealed, placeOf(wordingId))
}
