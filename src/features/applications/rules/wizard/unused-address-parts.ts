import type { Answers } from './answers.ts'

/** The answer for a part of the address that a country does not use: the part stays required, as specified. */
export const NOT_USED = '-'

/** Countries of the list whose addresses have no postal code, and those without provinces (Universal Postal Union). */
const withoutPart = {
  postalCode: [
    'Angola',
    'Botswana',
    'Democratic Republic of the Congo',
    'Ghana',
    'Hong Kong',
    'Malawi',
    'United Arab Emirates',
    'Zimbabwe',
  ],
  stateProvince: ['Hong Kong', 'Luxembourg', 'Malta', 'Singapore'],
} as const satisfies Partial<Record<keyof Answers, readonly Answers['country'][]>>

export type AddressPart = keyof typeof withoutPart
export const addressParts = Object.keys(withoutPart) as AddressPart[]

/** Whether a country's addresses do without a part. */
export function isUnused(part: AddressPart, country: string | null): boolean {
  return withoutPart[part].some((one) => one === country)
}

/** What is shown for a part that a country does not use. */
export function notUsedIn(country: string): string {
  return `Not used in ${country}`
}

/** The text for "-" in an address; undefined for any other answer. */
export function unusedPartText(name: string, value: unknown, country: unknown): string | undefined {
  const part = value === NOT_USED ? addressParts.find((one) => one === name) : undefined
  if (part === undefined || typeof country !== 'string') return undefined
  return isUnused(part, country) ? notUsedIn(country) : undefined
}

/** The parts as they change with the country: "-" where it is not used and unanswered, and no longer where it is used. */
export function filledParts(
  country: string | null,
  answers: Readonly<Record<AddressPart, string | null>>,
): Partial<Record<AddressPart, string>> {
  return Object.fromEntries(
    addressParts.flatMap((part) => {
      const answer = answers[part] ?? ''
      if (isUnused(part, country)) return answer === '' ? [[part, NOT_USED]] : []
      return answer === NOT_USED ? [[part, '']] : []
    }),
  )
}
