import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { EncryptedAnswers } from '#features/access/schema/encrypted-answers.ts'
import type { EncryptionKey, Keyring } from '#base/server/encryption/keyring.ts'
import { keyOf } from '#base/server/encryption/text-cipher.ts'

/** Stored where no number is answered. */
const NO_NUMBER = Buffer.alloc(0)

const hashKeys = new WeakMap<EncryptionKey, KeyObject>()

/** The HMAC key for number hashes, derived from the encryption key (RFC 5869; docs/decisions/0008). */
function hashKeyFrom(key: EncryptionKey): KeyObject {
  const known = hashKeys.get(key)
  if (known !== undefined) return known
  const made = createSecretKey(new Uint8Array(hkdfSync('sha256', key.secret, '', 'found by number', 32)))
  hashKeys.set(key, made)
  return made
}

/** Keyed, since there are few ID numbers: a plain hash could be reversed by brute force. */
function hashWith(key: EncryptionKey, number: string): Buffer {
  return createHmac('sha256', hashKeyFrom(key)).update(number.toUpperCase()).digest()
}

/** The hash that finds an application by number, with the key that encrypted the number: both rotate together. */
export function hashOfAnswered(
  keyring: Keyring,
  { idNumber: number }: Pick<Answers, 'idNumber'>,
  { idNumber: encrypted }: Pick<EncryptedAnswers, 'idNumber'>,
): Buffer {
  return number === null || encrypted === null ? NO_NUMBER : hashWith(keyOf(keyring, encrypted), number)
}

/** Possible hashes of a number: during key rotation rows use different keys. */
export function hashesOf(keyring: Keyring, number: string): Buffer[] {
  return keyring.ids().flatMap((id) => {
    const key = keyring.find(id)
    return key === undefined ? [] : [hashWith(key, number)]
  })
}
