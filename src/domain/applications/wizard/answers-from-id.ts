import { birthDateOf, readIdNumber } from '#domain/south-africa/id-number.ts'
import type { Answers } from './answers.ts'
import { FIRST_BIRTH_YEAR } from './choices.ts'

/** What a South African ID number answers besides itself. */
export type AnswersFromId = Pick<Answers, 'dateOfBirth' | 'nationality' | 'issuingCountry'>
const derivedNames = [
  'dateOfBirth',
  'nationality',
  'issuingCountry',
] as const satisfies (keyof AnswersFromId)[]

/** What somebody's ID number tells; null where it is none of South Africa, or no valid one. */
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

/**
 * The answers that an ID number fills in: where there is none yet, or the one that the number before it filled in. What somebody
 * answered stays.
 */
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
