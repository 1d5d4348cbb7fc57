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

/** Drops the spaces that people put into an ID number; everything else stays as typed. */
export function compactIdNumber(text: string): string {
  return text.replace(/\s/gu, '')
}

/** @returns what the number says, or null where it is no valid South African ID number */
export function readIdNumber(text: string): IdNumberFacts | null {
  const digits = compactIdNumber(text)
  const [, birthDigits, sequence, residence] = ID_NUMBER.exec(digits) ?? []
  if (birthDigits === undefined || !isDayOfSomeCentury(birthDigits) || !passesLuhn(digits)) return null
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

/** A leap day is taken where either century has it: 000229 exists because 2000 was a leap year. */
function isDayOfSomeCentury(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)]
  return ['19', '20'].some((century) => {
    const date = new Date(`${century}${year}-${month}-${day}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  })
}
