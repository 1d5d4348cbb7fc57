import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Answers } from '#domain/applications/wizard/answers.ts'
import type { EncryptedAnswers } from '#server/platform/db/encrypted-answers.ts'
import type { EncryptionKey, Keyring } from '#server/platform/encryption/keyring.ts'
import { keyOf } from '#server/platform/encryption/text-cipher.ts'

/** What is kept where no number is answered. */
const NO_NUMBER = Buffer.alloc(0)

const hashKeys = new WeakMap<EncryptionKey, KeyObject>()

/** A key of its own for what finds numbers, from the one that encrypts (RFC 5869), as HMAC takes it at once (docs/decisions/0008). */
function hashKeyFrom(key: EncryptionKey): KeyObject {
  const known = hashKeys.get(key)
  if (known !== undefined) return known
  const made = createSecretKey(new Uint8Array(hkdfSync('sha256', key.secret, '', 'found by number', 32)))
  hashKeys.set(key, made)
  return made
}

/** There are few ID numbers: without the key, whoever has the database would try them all in minutes. */
function hashWith(key: EncryptionKey, number: string): Buffer {
  return createHmac('sha256', hashKeyFrom(key)).update(number.toUpperCase()).digest()
}

/** What finds an application by its number, made from the key that sealed the number: the two change keys together. */
export function hashOfAnswered(
  keyring: Keyring,
  { idNumber: number }: Pick<Answers, 'idNumber'>,
  { idNumber: encrypted }: Pick<EncryptedAnswers, 'idNumber'>,
): Buffer {
  return number === null || encrypted === null ? NO_NUMBER : hashWith(keyOf(keyring, encrypted), number)
}

/** What a number may be kept as: while keys change, some rows are of one key and some of another. */
export function hashesOf(keyring: Keyring, number: string): Buffer[] {
  return keyring.ids().flatMap((id) => {
    const key = keyring.find(id)
    return key === undefined ? [] : [hashWith(key, number)]
  })
}
