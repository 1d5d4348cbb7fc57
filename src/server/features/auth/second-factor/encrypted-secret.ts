import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** The encryption context, which binds a secret to its user's row. */
function contextOf(userId: string): string {
  return `user ${userId}: second factor`
}

/**
 * Encrypts the secret of an authenticator. It cannot be hashed like a password, since codes are computed from the
 * plaintext.
 */
export function encryptSecret(keyring: Keyring, userId: string, secret: string): string {
  return encryptText(keyring, secret, contextOf(userId))
}

/**
 * Decrypts the secret of an authenticator.
 *
 * @throws Error where it was changed in the database, or its key is missing
 */
export function decryptSecret(keyring: Keyring, userId: string, encrypted: string): string {
  return decryptText(keyring, encrypted, contextOf(userId))
}
