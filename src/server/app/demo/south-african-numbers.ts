import { passesLuhn } from '#domain/south-africa/luhn.ts'

/** The digits with the one behind them that makes the Luhn check pass. */
function withCheckDigit(digits: string): string {
  const check = Array.from({ length: 10 }, (_, digit) => String(digit)).find((digit) =>
    passesLuhn(digits + digit),
  )
  return digits + (check ?? '')
}

/**
 * A valid ID number that belongs to nobody we know: born on a day (yyyy-MM-dd), the sequence under 5000 for women.
 */
export function idNumberFor(dateOfBirth: string, sequence: number): string {
  const birth = dateOfBirth.replaceAll('-', '').slice(2)
  return withCheckDigit(`${birth}${String(sequence).padStart(4, '0')}08`)
}

/** A valid income tax number from its first nine digits. */
export function taxNumberFor(digits: string): string {
  return withCheckDigit(digits)
}
