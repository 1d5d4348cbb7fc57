import { countryName, isCountry } from '#features/applications/rules/world-countries.ts'

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Names that lists use, by this application's. */
const listNames: Readonly<Record<string, string>> = {
  'russian federation': 'Russia',
  'iran (islamic republic of)': 'Iran',
  'islamic republic of iran': 'Iran',
  'syrian arab republic': 'Syria',
  "democratic people's republic of korea": 'North Korea',
  dprk: 'North Korea',
  'korea, north': 'North Korea',
  'korea, south': 'South Korea',
  'republic of korea': 'South Korea',
  'congo, democratic republic of the': 'Democratic Republic of the Congo',
  'congo - kinshasa': 'Democratic Republic of the Congo',
  'congo - brazzaville': 'Republic of the Congo',
  'congo, republic of the': 'Republic of the Congo',
  'united republic of tanzania': 'Tanzania',
  'viet nam': 'Vietnam',
  'libyan arab jamahiriya': 'Libya',
  'republic of moldova': 'Moldova',
  'the gambia': 'Gambia',
  'cote d ivoire': 'Ivory Coast',
  "cote d'ivoire": 'Ivory Coast',
  'côte d’ivoire': 'Ivory Coast',
  'united states of america': 'United States',
  'united kingdom of great britain and northern ireland': 'United Kingdom',
  'venezuela (bolivarian republic of)': 'Venezuela',
  'bolivia (plurinational state of)': 'Bolivia',
  'state of palestine': 'Palestine',
  'palestinian territories': 'Palestine',
  'myanmar (burma)': 'Myanmar',
  burma: 'Myanmar',
}

/** The name of a country in this application, from a list's name or ISO code; null for an unknown one. */
export function countryOf(text: string): string | null {
  const tidy = text.trim().replaceAll(/\s+/gu, ' ')
  const name = /^[A-Za-z]{2}$/u.test(tidy) ? (names.of(tidy.toUpperCase()) ?? tidy) : tidy
  const known = countryName(listNames[name.toLowerCase()] ?? name)
  return isCountry(known) ? known : null
}

/** The countries of a list's words that are known. */
export function countriesOf(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => countryOf(text) ?? []))]
}
