import { tidyName, withoutSeparators } from '#base/rules/input/tidy.ts'
import { passesLuhn } from './luhn.ts'

/** Facts in a South African ID number (decisions, "South African facts"). */
export interface IdNumberFacts {
  /** Date of birth as YYMMDD; the century is not in the number. */
  birthDigits: string
  sex: 'female' | 'male'
  residence: 'citizen' | 'permanent resident'
}

const ID_NUMBER = /^(\d{6})(\d{4})([01])\d{2}$/u
const FIRST_MALE_SEQUENCE = 5000

const THIRTEEN_DIGITS = /^\d{13}$/u
/** Letters and digits of passport numbers. */
const PASSPORT = /^[a-z]{1,3}\d{6,9}$/iu

/**
 * A normalised document number: 13 digits without separators, passport numbers in capitals without spaces and hyphens,
 * others without spaces.
 */
export function compactIdNumber(text: string): string {
  const digits = withoutSeparators(text)
  if (THIRTEEN_DIGITS.test(digits)) return digits
  const compact = tidyName(text).replaceAll(' ', '')
  const plain = compact.replaceAll('-', '')
  return isPassportNumber(plain) ? plain.toUpperCase() : compact
}

/** Whether a text has the form of a passport number. */
export function isPassportNumber(text: string): boolean {
  return PASSPORT.test(text)
}

/** Groups a South African ID number for reading: "800101 5009 087"; other numbers are unchanged. */
export function formatIdNumber(number: string): string {
  return number.replace(/^(\d{6})(\d{4})(\d{3})$/u, '$1 $2 $3')
}

/** @returns the facts in the number, or null if it is no valid South African ID number */
export function readIdNumber(text: string): IdNumberFacts | null {
  const digits = compactIdNumber(text)
  const [, birthDigits, sequence, residence] = ID_NUMBER.exec(digits) ?? []
  if (birthDigits === undefined || !isBirthDigits(birthDigits) || !passesLuhn(digits)) return null
  return {
    birthDigits,
    sex: Number(sequence) < FIRST_MALE_SEQUENCE ? 'female' : 'male',
    residence: residence === '0' ? 'citizen' : 'permanent resident',
  }
}

/** Whether an ID number's first six digits match a date of birth (yyyy-MM-dd). */
export function agreesWithDateOfBirth(facts: IdNumberFacts, dateOfBirth: string): boolean {
  return dateOfBirth.replaceAll('-', '').slice(2) === facts.birthDigits
}

const ADULT_AGE = 18

/**
 * The date of birth (yyyy-MM-dd) in an ID number. Of two possible centuries a past one with an adult, since the form is
 * filled in by the bearer.
 *
 * @param firstYear the earliest year of birth
 * @returns null where neither century has such a day
 */
export function birthDateOf(
  { birthDigits }: Pick<IdNumberFacts, 'birthDigits'>,
  { now, firstYear }: { now: Date; firstYear: number },
): string | null {
  const today = now.toISOString().slice(0, 10)
  const adultSince = `${Number(today.slice(0, 4)) - ADULT_AGE}${today.slice(4)}`
  const days = centuriesOf(birthDigits)
    .map((day) => day.toISOString().slice(0, 10))
    .filter((day) => day <= today && Number(day.slice(0, 4)) >= firstYear)
  return days.find((day) => day <= adultSince) ?? days[0] ?? null
}

/**
 * Whether six digits are a date of birth, YYMMDD. Leap days count if either century has them: 000229 exists because
 * 2000 was a leap year.
 */
export function isBirthDigits(digits: string): boolean {
  return centuriesOf(digits).length > 0
}

/** The possible dates of YYMMDD, the later one first. */
function centuriesOf(digits: string): Date[] {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)]
  return ['20', '19']
    .map((century) => new Date(`${century}${year}-${month}-${day}T00:00:00Z`))
    .filter((date) => !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day))
}
