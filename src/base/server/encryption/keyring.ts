import { createHash, createSecretKey, type KeyObject } from 'node:crypto'

const KEY_BYTES = 32

/** An AES-256 key, with the short id that its ciphertexts carry. */
export interface EncryptionKey {
  id: string
  /** A prepared key object: creating one per text would be slow. */
  secret: KeyObject
}

/** The keys of a deployment: the first encrypts, all decrypt. */
export interface Keyring {
  current: EncryptionKey
  find: (id: string) => EncryptionKey | undefined
  /** All key ids, newest first. */
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

/** 32 random bytes have fewer distinct values once in 10^10 keys. */
const DISTINCT_BYTES = 16

/** Whether a key looks random: zeros, repeated patterns and arithmetic sequences do not. */
export function looksRandom({ secret }: EncryptionKey): boolean {
  const bytes = secret.export()
  const steps = bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0))
  return [bytes, steps].every((values) => new Set(values).size >= DISTINCT_BYTES)
}

/**
 * Parses keys in base64, separated by commas, newest first.
 *
 * @throws EncryptionKeyError for an invalid key
 */
export function readKeyring(text: string): Keyring {
  const keys = text.split(',').map(readKey)
  const [current] = keys
  if (current === undefined) throw new EncryptionKeyError('ENCRYPTION_KEY: there is no key in it.')
  return { current, find: (id) => keys.find((key) => key.id === id), ids: () => keys.map(({ id }) => id) }
}
