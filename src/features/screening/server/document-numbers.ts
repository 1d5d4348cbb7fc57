import { createHmac, hkdfSync } from 'node:crypto'
import { exchangeDayAndMonth } from '#features/screening/rules/features.ts'
import type { ListedPerson, Person } from '#features/screening/rules/score.ts'
import { compactIdNumber } from '#base/rules/south-africa/id-number.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'

/** A document number as it is compared: capitals without separators. */
export function normalNumber(number: string): string {
  return compactIdNumber(number)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** Hashes of a normal document number, or of a day of birth, with each key of the keyring (docs/decisions/0084). */
function numberHashes(keyring: Keyring, number: string): string[] {
  return keyring.ids().flatMap((id) => {
    const key = keyring.find(id)
    if (key === undefined) return []
    const secret = Buffer.from(hkdfSync('sha256', key.secret, '', 'screened by number', 32))
    return [createHmac('sha256', secret).update(number).digest('base64url')]
  })
}

/** A day of birth as it is hashed: no document number has this form. */
function birthOf(day: string): string {
  return `born ${day}`
}

/** Hashes of the document numbers and the days of birth of a subject. */
export function subjectHashes(
  keyring: Keyring,
  { documents, births }: Pick<Person, 'documents' | 'births'>,
): string[] {
  return [...documents, ...births.map(birthOf)].flatMap((text) => numberHashes(keyring, text))
}

/** Those of an entry: a day of birth may also be given with day and month exchanged. */
export function entryHashes(
  keyring: Keyring,
  { documents, births }: Pick<ListedPerson, 'documents' | 'births'>,
): string[] {
  const days = births.flatMap(({ day }) => (day === undefined ? [] : [day, exchangeDayAndMonth(day)]))
  return subjectHashes(keyring, { documents, births: [...new Set(days)] })
}
