import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EncryptionKeyError, type EncryptionKey, type Keyring } from './keyring.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ENCRYPTED = /^sealed:1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/u

/**
 * Encrypts a text with AES-256-GCM, with its location as associated data, so that it cannot be moved to another record
 * (NIST SP 800-38D).
 *
 * @param location record and field: "application 0198…: idNumber"
 */
export function encryptText(keyring: Keyring, text: string, location: string): string {
  const { id, secret } = keyring.current
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, secret, nonce).setAAD(Buffer.from(location))
  const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `sealed:1:${id}:${encrypted.toString('base64url')}`
}

/** Whether a text is encrypted with the current key. */
export function isEncryptedWithNewest({ current }: Keyring, encrypted: string): boolean {
  return encrypted.startsWith(`sealed:1:${current.id}:`)
}

/**
 * The key of a ciphertext.
 *
 * @throws EncryptionKeyError if it is not in the ring
 */
export function keyOf(keyring: Keyring, encrypted: string): EncryptionKey {
  const [, keyId] = ENCRYPTED.exec(encrypted) ?? []
  const key = keyId === undefined ? undefined : keyring.find(keyId)
  if (key === undefined)
    throw new EncryptionKeyError(`The key that encrypted an answer is not in ENCRYPTION_KEY.`)
  return key
}

/**
 * Decrypts a text of {@link encryptText} with the same location.
 *
 * @throws EncryptionKeyError if the key is not in the ring
 * @throws Error if the text was changed, or encrypted for another location
 */
export function decryptText(keyring: Keyring, encrypted: string, location: string): string {
  const [, keyId, body] = ENCRYPTED.exec(encrypted) ?? []
  if (keyId === undefined || body === undefined)
    throw new Error(`What is stored for ${location} is not encrypted.`)
  const key = keyring.find(keyId)
  if (key === undefined)
    throw new EncryptionKeyError(`The key ${keyId} that encrypted ${location} is not in ENCRYPTION_KEY.`)
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv(ALGORITHM, key.secret, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(location))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}
