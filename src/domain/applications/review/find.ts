import { compactIdNumber, isBirthDigits, isPassportNumber } from '#domain/south-africa/id-number.ts'
import { referenceIn } from '../reference.ts'

/** How many of each kind somebody is shown who looks for something. */
export const MAX_FOUND = 8

/** Applications by what tells them apart from all others. */
export interface Named {
  /** As the database keeps them. */
  references: string[]
  ids: string[]
}

const ID_NUMBER = /^\d{13}$/u
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/**
 * The number of an identity document that somebody looks for, in its one spelling: all thirteen digits of a South African
 * ID number, or a passport's. A passport of digits alone cannot be told from a telephone number.
 *
 * @returns null where the text is none, a part of one among them
 */
export function documentNumberIn(text: string): string | null {
  const compact = compactIdNumber(text)
  if (ID_NUMBER.test(compact) && isBirthDigits(compact.slice(0, 6))) return compact
  return isPassportNumber(compact) && referenceIn(text) === null ? compact : null
}

/**
 * The applications that a text names, by reference or by id, one or several with spaces between them.
 *
 * @returns null where there is anything else in it
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
