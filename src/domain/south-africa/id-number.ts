import { tidyName, withoutSeparators } from '#domain/input/tidy.ts'
import { passesLuhn } from './luhn.ts'

/** What a South African ID number tells about its bearer (decisions, "South African facts"). */
export interface IdNumberFacts {
  /** The date of birth's six digits YYMMDD; the century is not in the number. */
  birthDigits: string
  sex: 'female' | 'male'
  residence: 'citizen' | 'permanent resident'
}

const ID_NUMBER = /^(\d{6})(\d{4})([01])\d{2}$/u
const FIRST_MALE_SEQUENCE = 5000

const THIRTEEN_DIGITS = /^\d{13}$/u
/** Letters and digits as passports have them. */
const PASSPORT = /^[a-z]{1,3}\d{6,9}$/iu

/**
 * The number of an identity document in its one spelling: thirteen digits without what separates them, a passport's in capitals
 * without spaces and hyphens, any other without spaces.
 */
export function compactIdNumber(text: string): string {
  const digits = withoutSeparators(text)
  if (THIRTEEN_DIGITS.test(digits)) return digits
  const compact = tidyName(text).replaceAll(' ', '')
  const plain = compact.replaceAll('-', '')
  return isPassportNumber(plain) ? plain.toUpperCase() : compact
}

/** Whether a text is written as the numbers of passports are. */
export function isPassportNumber(text: string): boolean {
  return PASSPORT.test(text)
}

/** @returns what the number says, or null where it is no valid South African ID number */
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

/** Whether an ID number's first six digits are those of a date of birth (yyyy-MM-dd). */
export function agreesWithDateOfBirth(facts: IdNumberFacts, dateOfBirth: string): boolean {
  return dateOfBirth.replaceAll('-', '').slice(2) === facts.birthDigits
}

const ADULT_AGE = 18

/**
 * The date of birth (yyyy-MM-dd) that an ID number tells. The century is not in it: a day that has come, and of two such the one
 * of an adult, since somebody fills in a form of their own.
 *
 * @param firstYear nobody is taken to be older
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
 * Whether six digits are a date of birth, YYMMDD. A leap day is taken where either century has it: 000229 exists because 2000 was
 * a leap year.
 */
export function isBirthDigits(digits: string): boolean {
  return centuriesOf(digits).length > 0
}

/** The days that YYMMDD can mean, the later one first. */
function centuriesOf(digits: string): Date[] {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)]
  return ['20', '19']
    .map((century) => new Date(`${century}${year}-${month}-${day}T00:00:00Z`))
    .filter((date) => !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day))
}
