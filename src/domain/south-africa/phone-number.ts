import { withoutSeparators } from '#domain/input/tidy.ts'

/** "+27", "0027", "27", each also with "(0)", or "0", then nine digits: mobile numbers and those of offices. */
const SOUTH_AFRICAN = /^(?:(?:\+|00)?270?|0)([1-8]\d{8})$/u
/** "+" or "00", the country's code, which is not South Africa's, and at most 15 digits in all (E.164). */
const FOREIGN = /^(?:\+|00)((?!27)[1-9]\d{7,14})$/u

/** What is asked for where `toPhoneNumber` finds no number. */
export const PHONE_NUMBER_NEEDED =
  'Please enter a phone number such as 082 123 4567, or + and the country code'

/**
 * The E.164 form of a number that people call, in an office or in a pocket; one from elsewhere with its country's code.
 *
 * @returns for example "+27215550140", or null where the text is no such number
 */
export function toPhoneNumber(text: string): string | null {
  const dialled = withoutSeparators(text)
  const [, subscriber] = SOUTH_AFRICAN.exec(dialled) ?? []
  if (subscriber !== undefined) return `+27${subscriber}`
  const [, foreign] = FOREIGN.exec(dialled) ?? []
  return foreign === undefined ? null : `+${foreign}`
}

/** A number in E.164 form as it is read: "+27 21 555 0140"; those of other countries as they are. */
export function formatPhoneNumber(number: string): string {
  return number.replace(/^\+27(\d{2})(\d{3})(\d{4})$/u, '+27 $1 $2 $3')
}
