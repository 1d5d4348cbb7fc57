import { tidyLine, withoutSeparators } from '#base/rules/input/tidy.ts'
import { passesLuhn } from './luhn.ts'

const TEN_DIGITS = /^\d{10}$/u
const INCOME_TAX_NUMBER = /^[01239]\d{9}$/u

/** A normalised income tax number: ten digits, valid or not; other text as one line. */
export function compactTaxNumber(text: string): string {
  const digits = withoutSeparators(text)
  return TEN_DIGITS.test(digits) ? digits : tidyLine(text)
}

/** Whether a text is a South African income tax number: ten digits, the first 0, 1, 2, 3 or 9, Luhn. */
export function isTaxNumber(text: string): boolean {
  const digits = compactTaxNumber(text)
  return INCOME_TAX_NUMBER.test(digits) && passesLuhn(digits)
}
