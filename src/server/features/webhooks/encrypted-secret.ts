import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

function locationOf(endpointId: string): string {
  return `webhook ${endpointId}: secret`
}

/** Encrypts a secret for its endpoint. It cannot be hashed, since signatures are computed from the plaintext. */
export function encryptWebhookSecret(keyring: Keyring, endpointId: string, secret: string): string {
  return encryptText(keyring, secret, locationOf(endpointId))
}

/**
 * Decrypts an endpoint's secret.
 *
 * @throws Error where it was changed in the database, or its key is missing
 */
export function decryptWebhookSecret(keyring: Keyring, endpointId: string, encrypted: string): string {
  return decryptText(keyring, encrypted, locationOf(endpointId))
}
