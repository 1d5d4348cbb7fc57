import { passesLuhn } from '#base/rules/south-africa/luhn.ts'

/** Appends the digit that passes the Luhn check. */
function withCheckDigit(digits: string): string {
  const check = Array.from({ length: 10 }, (_, digit) => String(digit)).find((digit) =>
    passesLuhn(digits + digit),
  )
  return digits + (check ?? '')
}

/** A valid fictitious ID number for a date of birth (yyyy-MM-dd); the sequence is under 5000 for women. */
export function idNumberFor(dateOfBirth: string, sequence: number): string {
  const birth = dateOfBirth.replaceAll('-', '').slice(2)
  return withCheckDigit(`${birth}${String(sequence).padStart(4, '0')}08`)
}

/** A valid income tax number from its first nine digits. */
export function taxNumberFor(digits: string): string {
  return withCheckDigit(digits)
}
