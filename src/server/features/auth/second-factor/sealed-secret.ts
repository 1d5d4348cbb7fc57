import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { openText, sealText } from '#server/platform/encryption/text-cipher.ts'

/** Where the secret of an authenticator is sealed for: it opens in no other user's row. */
function placeOf(userId: string): string {
  return `user ${userId}: second factor`
}

/** Encrypts the secret of an authenticator. Unlike a password it is needed in the clear, to tell which code is right. */
export function sealSecret(keyring: Keyring, userId: string, secret: string): string {
  return sealText(keyring, secret, placeOf(userId))
}

/**
 * Decrypts the secret of an authenticator.
 *
 * @throws Error where it was changed in the database, or its key is missing
 */
export function openSecret(keyring: Keyring, userId: string, sealed: string): string {
  return openText(keyring, sealed, placeOf(userId))
}
