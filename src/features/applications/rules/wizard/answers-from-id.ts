import { birthDateOf, readIdNumber } from '#base/rules/south-africa/id-number.ts'
import type { Answers } from './answers.ts'
import { FIRST_BIRTH_YEAR } from '#base/rules/time/first-birth-year.ts'

/** Answers that a South African ID number contains. */
export type AnswersFromId = Pick<Answers, 'dateOfBirth' | 'nationality' | 'issuingCountry'>
const derivedNames = [
  'dateOfBirth',
  'nationality',
  'issuingCountry',
] as const satisfies (keyof AnswersFromId)[]

/** The answers in an ID number; null for a foreign or invalid number. */
export function answersFromId(
  { idDocumentType, idNumber }: Pick<Answers, 'idDocumentType' | 'idNumber'>,
  now: Date,
): AnswersFromId | null {
  const facts = idDocumentType === 'id' && idNumber ? readIdNumber(idNumber) : null
  if (facts === null) return null
  return {
    dateOfBirth: birthDateOf(facts, { now, firstYear: FIRST_BIRTH_YEAR }),
    nationality: facts.residence === 'citizen' ? 'za' : 'other',
    issuingCountry: 'za',
  }
}

/** Answers to fill in from an ID number: those unanswered, or filled in from the previous number. */
export function fillFromId(
  answers: AnswersFromId,
  derived: AnswersFromId | null,
  derivedBefore: AnswersFromId | null,
): Partial<AnswersFromId> {
  if (derived === null) return {}
  const filled = derivedNames.filter(
    (name) =>
      derived[name] !== null &&
      answers[name] !== derived[name] &&
      (answers[name] === null || answers[name] === derivedBefore?.[name]),
  )
  return Object.fromEntries(filled.map((name) => [name, derived[name]]))
}
