import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { readIdNumber } from '#base/rules/south-africa/id-number.ts'

/** Whom the client acts for. */
export const actsFor = {
  self: 'Myself',
  child: 'A child',
  other: 'Someone under curatorship or a power of attorney',
} as const

export type ActsFor = keyof typeof actsFor
export const actsForNames = Object.keys(actsFor) as [ActsFor, ...ActsFor[]]

/** Residence status, which decides the papers. */
export const residences = {
  citizen: 'South African citizen',
  'permanent-resident': 'Permanent resident',
  'visa-holder': 'Visa holder',
  abroad: 'Foreigner living abroad',
  refugee: 'Refugee',
  'asylum-seeker': 'Asylum seeker',
} as const

export type Residence = keyof typeof residences
export const residenceNames = Object.keys(residences) as [Residence, ...Residence[]]

/** Kinds of names besides the present one. */
export const otherNames = {
  maiden: 'Maiden name',
  former: 'Former name',
  'also-known-as': 'Also known as',
} as const

export const otherNameKinds = Object.keys(otherNames) as [
  keyof typeof otherNames,
  ...(keyof typeof otherNames)[],
]

/** How a representative is related to the person they act for. */
export const representatives = {
  parent: 'Parent',
  guardian: 'Guardian appointed by a court',
  curator: 'Curator',
  attorney: 'Holder of a power of attorney',
} as const

export const representativeNames = Object.keys(representatives) as [
  keyof typeof representatives,
  ...(keyof typeof representatives)[],
]

/** The residence status that the answers suggest; null where they say nothing. */
export function suggestedResidence({
  idDocumentType,
  idNumber,
  country,
}: Pick<Answers, 'idDocumentType' | 'idNumber' | 'country'>): Residence | null {
  if (idDocumentType === 'id') {
    const facts = readIdNumber(idNumber ?? '')
    if (facts === null) return null
    return facts.residence === 'citizen' ? 'citizen' : 'permanent-resident'
  }
  if (idDocumentType !== 'passport') return null
  return country === null || country === HOME_COUNTRY ? 'visa-holder' : 'abroad'
}

/** Completed years of age on a day; both yyyy-MM-dd. */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

export const ADULT_AGE = 18
/** Children have an ID document of their own from this age. */
export const OWN_ID_AGE = 16
