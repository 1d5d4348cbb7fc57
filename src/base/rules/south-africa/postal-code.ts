import { tidyLine, withoutSeparators } from '#base/rules/input/tidy.ts'

const SOUTH_AFRICAN = /^\d{4}$/u

/** A normalised postal code; separators between the four digits of a South African one are removed. */
export function compactPostalCode(text: string): string {
  const digits = withoutSeparators(text)
  return SOUTH_AFRICAN.test(digits) ? digits : tidyLine(text)
}

/** Whether a text is a South African postal code: four digits. */
export function isSouthAfricanPostalCode(text: string): boolean {
  return SOUTH_AFRICAN.test(withoutSeparators(text))
}
