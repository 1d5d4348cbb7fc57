import { compactIdNumber, isBirthDigits, isPassportNumber } from '#base/rules/south-africa/id-number.ts'
import { referenceIn } from './reference.ts'

/** Maximum number of search results of each kind. */
export const MAX_FOUND = 8

/** Applications by their unique identifiers. */
export interface Named {
  /** In stored form. */
  references: string[]
  ids: string[]
}

const ID_NUMBER = /^\d{13}$/u
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/**
 * Normalised identity document number: a complete 13-digit South African ID number, or a passport number. An all-digit
 * passport number looks like a phone number.
 *
 * @returns null for anything else
 */
export function documentNumberIn(text: string): string | null {
  const compact = compactIdNumber(text)
  if (ID_NUMBER.test(compact) && isBirthDigits(compact.slice(0, 6))) return compact
  return isPassportNumber(compact) && referenceIn(text) === null ? compact : null
}

/**
 * Applications named by references or ids, separated by spaces.
 *
 * @returns null for any other text
 */
export function namedIn(text: string): Named | null {
  const whole = referenceIn(text)
  if (whole !== null) return { references: [whole], ids: [] }
  const parts = text.split(/\s+/u).filter((word) => word !== '')
  const ids = parts.filter((word) => UUID.test(word))
  const references = parts.flatMap((word) => referenceIn(word) ?? [])
  const all = ids.length + references.length
  return all > 0 && all === parts.length ? { references, ids } : null
}
