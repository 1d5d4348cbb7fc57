import { createHash, createSecretKey, type KeyObject } from 'node:crypto'

const KEY_BYTES = 32

/** A key of AES-256, and the short name that what it sealed carries. */
export interface EncryptionKey {
  id: string
  /** As the cipher takes it at once: bytes would be made a key again for every text. */
  secret: KeyObject
}

/** The keys of a deployment: the first seals, all of them open. */
export interface Keyring {
  current: EncryptionKey
  find: (id: string) => EncryptionKey | undefined
  /** The names of all of them, the newest first. */
  ids: () => string[]
}

/** The keys cannot be used; the message says what to do. */
export class EncryptionKeyError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EncryptionKeyError'
  }
}

function readKey(text: string): EncryptionKey {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== KEY_BYTES) {
    throw new EncryptionKeyError(
      `ENCRYPTION_KEY: each key is ${KEY_BYTES} random bytes in base64 (openssl rand -base64 ${KEY_BYTES}).`,
    )
  }
  const id = createHash('sha256').update('key id').update(bytes).digest('hex').slice(0, 8)
  return { id, secret: createSecretKey(bytes) }
}

/** Of 32 random bytes, fewer than so many differ once in 10^10 keys. */
const DISTINCT_BYTES = 16

/** Whether a key can have been drawn at random: zeros, one pattern repeated, and counting in any steps were not. */
export function looksRandom({ secret }: EncryptionKey): boolean {
  const bytes = secret.export()
  const steps = bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0))
  return [bytes, steps].every((values) => new Set(values).size >= DISTINCT_BYTES)
}

/**
 * Reads one or several keys in base64, separated by commas: the newest first.
 *
 * @throws EncryptionKeyError where one of them is no key
 */
export function readKeyring(text: string): Keyring {
  const keys = text.split(',').map(readKey)
  const [current] = keys
  if (current === undefined) throw new EncryptionKeyError('ENCRYPTION_KEY: there is no key in it.')
  return { current, find: (id) => keys.find((key) => key.id === id), ids: () => keys.map(({ id }) => id) }
}
