/**
 * The Luhn check over a string of digits (ISO/IEC 7812-1): from the right every second digit is
 * doubled, 9 taken off above 9, and the sum is a multiple of 10.
 */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const weighted = place % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}
