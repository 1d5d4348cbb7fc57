import { withoutSeparators } from '#base/rules/input/tidy.ts'

/** "+27", "0027", "27", each also with "(0)", or "0", then nine digits: mobile and landline. */
const SOUTH_AFRICAN = /^(?:(?:\+|00)?270?|0)([1-8]\d{8})$/u
/** "+" or "00", a country code other than South Africa's, and at most 15 digits in all (E.164). */
const FOREIGN = /^(?:\+|00)((?!27)[1-9]\d{7,14})$/u

/** Message where `toPhoneNumber` finds no number. */
export const PHONE_NUMBER_NEEDED =
  'Please enter a phone number such as 082 123 4567, or + and the country code'

/**
 * The E.164 form of a mobile or landline number; foreign ones with their country code.
 *
 * @returns for example "+27215550140", or null for any other text
 */
export function toPhoneNumber(text: string): string | null {
  const dialled = withoutSeparators(text)
  const [, subscriber] = SOUTH_AFRICAN.exec(dialled) ?? []
  if (subscriber !== undefined) return `+27${subscriber}`
  const [, foreign] = FOREIGN.exec(dialled) ?? []
  return foreign === undefined ? null : `+${foreign}`
}

/** Formats an E.164 number: "+27 21 555 0140"; foreign ones are unchanged. */
export function formatPhoneNumber(number: string): string {
  return number.replace(/^\+27(\d{2})(\d{3})(\d{4})$/u, '+27 $1 $2 $3')
}
