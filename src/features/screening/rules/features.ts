import type { ListedBirth, Sex } from './lists.ts'

/** What one fact of client and list adds to the score. */
export interface Feature {
  fact: 'name' | 'birth' | 'country' | 'sex' | 'document'
  /** Added to the score; the name's is the score itself. */
  points: number
  /** For staff, such as "Born 20 years apart". */
  text: string
}

type Finding = Omit<Feature, 'fact'>

const SAME_DAY: Finding = { points: 0.1, text: 'Born on the same day' }
const EXCHANGED: Finding = { points: 0.05, text: 'Born on the same day, with day and month exchanged' }
const CONTRADICTS = -0.25
const NEAR_YEARS = 1
const NEAR_YEARS_ABOUT = 5

/** Compares dates of birth (yyyy-MM-dd, and those of a list): the best of several counts. */
export function compareBirths(born: readonly string[], listed: readonly ListedBirth[]): Feature {
  const findings = born.flatMap((day) => listed.map((birth) => compareBirth(day, birth)))
  const best = findings.toSorted((a, b) => b.rank - a.rank || a.apart - b.apart)[0]
  return { fact: 'birth', ...(best?.finding ?? { points: 0, text: 'Date of birth unknown' }) }
}

/** A day (yyyy-MM-dd) with day and month exchanged. */
export function exchangeDayAndMonth(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`
}

/** Whether one of the births is a day of the list, also with day and month exchanged. */
export function isBornSameDay(born: readonly string[], listed: readonly ListedBirth[]): boolean {
  const days = new Set(born.flatMap((day) => [day, exchangeDayAndMonth(day)]))
  return listed.some(({ day }) => day !== undefined && days.has(day))
}

interface Ranked {
  rank: number
  /** Years. */
  apart: number
  finding: Finding
}

function compareBirth(born: string, { from, to, day, about = false }: ListedBirth): Ranked {
  if (day === born) return { rank: 4, apart: 0, finding: SAME_DAY }
  if (day === exchangeDayAndMonth(born)) return { rank: 3, apart: 0, finding: EXCHANGED }
  const year = Number(born.slice(0, 4))
  const apart = Math.max(from - year, year - to, 0)
  if (apart === 0) {
    return day === undefined
      ? {
          rank: 2,
          apart,
          finding: {
            points: 0.05,
            text: from === to ? 'Born in the same year' : `Born between ${from} and ${to}`,
          },
        }
      : { rank: 1, apart, finding: { points: 0, text: 'Born in the same year on another day' } }
  }
  const text = `Born ${apart} ${apart === 1 ? 'year' : 'years'} apart`
  const near = apart <= (about ? NEAR_YEARS_ABOUT : NEAR_YEARS)
  return near
    ? { rank: 1, apart, finding: { points: 0, text } }
    : { rank: 0, apart, finding: { points: CONTRADICTS, text } }
}

/** Compares countries by their names in this application (`countryOf`). */
export function compareCountries(mine: readonly string[], listed: readonly string[]): Feature {
  const fact = 'country'
  if (mine.length === 0 || listed.length === 0) return { fact, points: 0, text: 'Country unknown' }
  const shared = mine.filter((country) => listed.includes(country))
  return shared.length > 0
    ? { fact, points: 0.03, text: `Shares ${shared.join(', ')}` }
    : { fact, points: -0.05, text: `Other country: ${listed.join(', ')}` }
}

/** Compares sexes; null where they agree or one is unknown. */
export function compareSexes(mine: Sex | null, listed: Sex | null): Feature | null {
  if (mine === null || listed === null || mine === listed) return null
  return { fact: 'sex', points: -0.1, text: `Listed as ${listed}` }
}
