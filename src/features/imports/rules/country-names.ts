import { countries } from '#features/applications/rules/wizard/countries.ts'
import { foldText } from '#base/rules/input/fold-text.ts'

type Country = (typeof countries)[number]

/** ISO 3166-1 codes of two and three letters. */
const isoCodes: Readonly<Record<Country, readonly [alpha2: string, alpha3: string]>> = {
  'South Africa': ['za', 'zaf'],
  Angola: ['ao', 'ago'],
  Argentina: ['ar', 'arg'],
  Australia: ['au', 'aus'],
  Austria: ['at', 'aut'],
  Belgium: ['be', 'bel'],
  Botswana: ['bw', 'bwa'],
  Brazil: ['br', 'bra'],
  Bulgaria: ['bg', 'bgr'],
  Canada: ['ca', 'can'],
  Chile: ['cl', 'chl'],
  China: ['cn', 'chn'],
  Croatia: ['hr', 'hrv'],
  Cyprus: ['cy', 'cyp'],
  Czechia: ['cz', 'cze'],
  'Democratic Republic of the Congo': ['cd', 'cod'],
  Denmark: ['dk', 'dnk'],
  Egypt: ['eg', 'egy'],
  Eswatini: ['sz', 'swz'],
  Ethiopia: ['et', 'eth'],
  Finland: ['fi', 'fin'],
  France: ['fr', 'fra'],
  Germany: ['de', 'deu'],
  Ghana: ['gh', 'gha'],
  Greece: ['gr', 'grc'],
  'Hong Kong': ['hk', 'hkg'],
  Hungary: ['hu', 'hun'],
  India: ['in', 'ind'],
  Indonesia: ['id', 'idn'],
  Ireland: ['ie', 'irl'],
  Israel: ['il', 'isr'],
  Italy: ['it', 'ita'],
  Japan: ['jp', 'jpn'],
  Kenya: ['ke', 'ken'],
  Lesotho: ['ls', 'lso'],
  Luxembourg: ['lu', 'lux'],
  Malawi: ['mw', 'mwi'],
  Malaysia: ['my', 'mys'],
  Malta: ['mt', 'mlt'],
  Mauritius: ['mu', 'mus'],
  Mozambique: ['mz', 'moz'],
  Namibia: ['na', 'nam'],
  Netherlands: ['nl', 'nld'],
  'New Zealand': ['nz', 'nzl'],
  Nigeria: ['ng', 'nga'],
  Norway: ['no', 'nor'],
  Pakistan: ['pk', 'pak'],
  Poland: ['pl', 'pol'],
  Portugal: ['pt', 'prt'],
  Singapore: ['sg', 'sgp'],
  Spain: ['es', 'esp'],
  Sweden: ['se', 'swe'],
  Switzerland: ['ch', 'che'],
  Tanzania: ['tz', 'tza'],
  'United Arab Emirates': ['ae', 'are'],
  'United Kingdom': ['gb', 'gbr'],
  'United States': ['us', 'usa'],
  Zambia: ['zm', 'zmb'],
  Zimbabwe: ['zw', 'zwe'],
}

/** Names of other systems, in English and Afrikaans. */
const otherNames: Readonly<Partial<Record<Country, readonly string[]>>> = {
  'South Africa': ['rsa', 'sa', 'suid afrika', 'republic of south africa'],
  Czechia: ['czech republic'],
  'Democratic Republic of the Congo': ['drc'],
  Eswatini: ['swaziland'],
  Germany: ['duitsland'],
  Mozambique: ['mosambiek'],
  Namibia: ['namibie'],
  Netherlands: ['holland', 'the netherlands', 'nederland'],
  'United Arab Emirates': ['uae'],
  'United Kingdom': ['uk', 'great britain', 'england', 'scotland', 'wales', 'northern ireland'],
  'United States': ['united states of america', 'america'],
}

/** Letters only: "Suid-Afrika" and "suid afrika" are the same. */
const keyOf = (text: string) => foldText(text).replaceAll(/[^\p{L}]/gu, '')

const byKey: ReadonlyMap<string, Country> = new Map(
  countries.flatMap((country) =>
    [country, ...isoCodes[country], ...(otherNames[country] ?? [])].map(
      (text) => [keyOf(text), country] as const,
    ),
  ),
)

/** The country that a name in English or Afrikaans, or an ISO code, means. */
export function countryNamed(text: string): Country | undefined {
  return byKey.get(keyOf(text))
}
