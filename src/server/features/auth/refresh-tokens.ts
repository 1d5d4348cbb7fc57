import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** A provider's refresh token, with which it is asked whether a session's user is still welcome. */
export interface RefreshToken {
  token: string
  /** When the provider is asked next. */
  checkAt: Date
}

function locationOf(sessionId: string): string {
  return `session ${sessionId}: refresh token`
}

/** Encrypts a refresh token for its session. */
export function encryptRefreshToken(keyring: Keyring, sessionId: string, token: string): string {
  return encryptText(keyring, token, locationOf(sessionId))
}

/**
 * Decrypts a session's refresh token.
 *
 * @throws Error where it was changed in the database, or its key is missing
 */
export function decryptRefreshToken(keyring: Keyring, sessionId: string, encrypted: string): string {
  return decryptText(keyring, encrypted, locationOf(sessionId))
}
