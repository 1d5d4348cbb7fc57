import { createHmac, hkdfSync } from 'node:crypto'
import { compactIdNumber } from '#base/rules/south-africa/id-number.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

/** A document number as it is compared: capitals without separators. */
export function normalNumber(number: string): string {
  return compactIdNumber(number)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** Hashes of a normal document number, one with each key of the keyring (docs/decisions/0008). */
export function numberHashes(keyring: Keyring, number: string): string[] {
  return keyring.ids().flatMap((id) => {
    const key = keyring.find(id)
    if (key === undefined) return []
    const secret = Buffer.from(hkdfSync('sha256', key.secret, '', 'screened by number', 32))
    return [createHmac('sha256', secret).update(number).digest('base64url')]
  })
}
