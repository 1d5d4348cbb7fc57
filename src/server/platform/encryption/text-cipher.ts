import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EncryptionKeyError, type EncryptionKey, type Keyring } from './keyring.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^sealed:1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/u

/**
 * Encrypts a text for one place: AES-256-GCM with the place as associated data, so that what was sealed for one
 * record opens in no other (NIST SP 800-38D).
 *
 * @param place names record and field: "application 0198…: idNumber"
 */
export function sealText(keyring: Keyring, text: string, place: string): string {
  const { id, secret } = keyring.current
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, secret, nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `sealed:1:${id}:${sealed.toString('base64url')}`
}

/** Whether a text is one that {@link sealText} has sealed, by its form. */
export function isSealed(text: string): boolean {
  return SEALED.test(text)
}

/** Whether the key that seals now has sealed a text. */
export function isSealedByNewest({ current }: Keyring, sealed: string): boolean {
  return sealed.startsWith(`sealed:1:${current.id}:`)
}

/**
 * The key that sealed a text.
 *
 * @throws EncryptionKeyError where it is not in the ring
 */
export function keyOf(keyring: Keyring, sealed: string): EncryptionKey {
  const [, keyId] = SEALED.exec(sealed) ?? []
  const key = keyId === undefined ? undefined : keyring.find(keyId)
  if (key === undefined)
    throw new EncryptionKeyError(`The key that sealed an answer is not in ENCRYPTION_KEY.`)
  return key
}

/**
 * Opens what {@link sealText} sealed for the same place.
 *
 * @throws EncryptionKeyError where the key is not in the ring
 * @throws Error where the text was changed, or was sealed for another place
 */
export function openText(keyring: Keyring, sealed: string, place: string): string {
  const [, keyId, body] = SEALED.exec(sealed) ?? []
  if (keyId === undefined || body === undefined) throw new Error(`What is stored for ${place} is not sealed.`)
  const key = keyring.find(keyId)
  if (key === undefined)
    throw new EncryptionKeyError(`The key ${keyId} that sealed ${place} is not in ENCRYPTION_KEY.`)
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv(ALGORITHM, key.secret, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}
