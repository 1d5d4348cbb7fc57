import { birthDateOf, readIdNumber } from '#domain/south-africa/id-number.ts'
import type { Answers } from './answers.ts'
import { FIRST_BIRTH_YEAR } from './choices.ts'

/** What a South African ID number answers besides itself. */
export type ToldById = Pick<Answers, 'dateOfBirth' | 'nationality' | 'issuingCountry'>
const toldNames = ['dateOfBirth', 'nationality', 'issuingCountry'] as const satisfies (keyof ToldById)[]

/** What somebody's ID number tells; null where it is none of South Africa, or no valid one. */
export function toldById(
  { idDocumentType, idNumber }: Pick<Answers, 'idDocumentType' | 'idNumber'>,
  now: Date,
): ToldById | null {
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
export function filledById(
  answers: ToldById,
  told: ToldById | null,
  toldBefore: ToldById | null,
): Partial<ToldById> {
  if (told === null) return {}
  const filled = toldNames.filter(
    (name) =>
      told[name] !== null &&
      answers[name] !== told[name] &&
      (answers[name] === null || answers[name] === toldBefore?.[name]),
  )
  return Object.fromEntries(filled.map((name) => [name, told[name]]))
}
