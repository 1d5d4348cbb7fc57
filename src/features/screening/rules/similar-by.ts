import type { Person } from './score.ts'

/** The ways in which an entry is found to be like a person, before both are compared in detail. */
export const similarBy = {
  name: 'similar name',
  sound: 'similar sound',
  birth: 'same day of birth',
  number: 'same number',
} as const
export type SimilarBy = keyof typeof similarBy
export const similarByNames = Object.keys(similarBy) as [SimilarBy, ...SimilarBy[]]

/** Facts of someone that are compared with an entry. */
export const comparableFacts = {
  names: 'name',
  births: 'date of birth',
  countries: 'country',
  sex: 'sex',
  documents: 'document number',
} as const satisfies Partial<Record<keyof Person, string>>
export type ComparableFact = keyof typeof comparableFacts

/** The facts that someone has. */
export function factsIn(person: Person): ComparableFact[] {
  const { sex, ...lists } = person
  return (Object.keys(comparableFacts) as ComparableFact[]).filter((fact) =>
    fact === 'sex' ? sex !== null : lists[fact].length > 0,
  )
}
