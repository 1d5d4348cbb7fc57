import { withoutSeparators } from '#base/rules/input/tidy.ts'

/** "+27", "0027", "27", each also with "(0)", or "0". */
const MOBILE_NUMBER = /^(?:(?:\+|00)?270?|0)([678]\d{8})$/u

/**
 * The E.164 form of a South African mobile number in any spelling: "+27" or "0", then nine digits beginning with 6, 7
 * or 8.
 *
 * @returns for example "+27821234567", or null for any other text
 */
export function toE164(text: string): string | null {
  const [, subscriber] = MOBILE_NUMBER.exec(withoutSeparators(text)) ?? []
  return subscriber === undefined ? null : `+27${subscriber}`
}
