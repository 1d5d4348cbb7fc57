import { passesLuhn } from './luhn.ts'

const INCOME_TAX_NUMBER = /^[01239]\d{9}$/u

/** Drops spaces, "-" and "/" from an income tax number; everything else stays as typed. */
export function compactTaxNumber(text: string): string {
  return text.replace(/[\s\-/]/gu, '')
}

/** Whether a text is a South African income tax number: ten digits, the first 0, 1, 2, 3 or 9, Luhn. */
export function isTaxNumber(text: string): boolean {
  const digits = compactTaxNumber(text)
  return INCOME_TAX_NUMBER.test(digits) && passesLuhn(digits)
}
