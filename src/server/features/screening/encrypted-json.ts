import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptText, encryptText } from '#server/platform/encryption/text-cipher.ts'

/** Where a value is: the cipher binds it to its row and column. */
type Location = readonly [table: string, id: string, column: string]

const boundTo = ([table, id, column]: Location) => `${table} ${id}: ${column}`

export function encryptJson(keyring: Keyring, location: Location, value: unknown): string {
  return encryptText(keyring, JSON.stringify(value), boundTo(location))
}

/** Only `encryptJson` writes these columns, so the value has the writer's type. */
export function decryptJson(keyring: Keyring, location: Location, text: string): unknown {
  return JSON.parse(decryptText(keyring, text, boundTo(location)))
}

/** Encrypts a column again with the newest key; null stays null. */
export function reencryptJson<Text extends string | null>(
  keyring: Keyring,
  location: Location,
  text: Text,
): Text {
  // Null in, null out.
  return (
    text === null
      ? null
      : encryptText(keyring, decryptText(keyring, text, boundTo(location)), boundTo(location))
  ) as Text
}
