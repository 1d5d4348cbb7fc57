import { formatDay } from '#base/rules/time/dates.ts'
import type { FirmValues } from '#features/brand/rules/sections.ts'
import {
  letterBlockNames,
  parseLetter,
  type LetterPart,
  type LetterPlaceholder,
} from '#features/brand/rules/letter/markup.ts'
import { profileGaps, type LetterGap, type LetterProfile } from './profile.ts'
import {
  letterSections,
  letterTextNames,
  type LetterFactName,
  type LetterSection,
  type LetterTextName,
} from '#features/brand/rules/letter/sections.ts'

/** The firm's facts and text, as published. */
export interface LetterTemplate {
  letterFacts: Record<LetterFactName, string>
  letterText: Record<LetterTextName, string>
}

/** Everything that a letter says, without its date. */
export interface LetterContent {
  template: LetterTemplate
  firm: Pick<FirmValues, 'identity' | 'contacts'>
  manager: LetterManager
}

/** The representative whom a letter introduces. */
export interface LetterManager {
  name: string
  email: string
  /** Their own number, or the firm's. */
  phone: string
  profile: LetterProfile
}

type Field = [section: LetterSection | 'identity' | 'contacts', field: string, label: string]

const SETUP_FIELDS: readonly Field[] = [
  ['identity', 'firmName', 'Firm name'],
  ['identity', 'registrationNumber', 'Company registration number'],
  ['identity', 'fspNumber', 'FSP number'],
  ['identity', 'physicalAddress', 'Physical address'],
  ['contacts', 'supportEmail', 'Support email'],
  ['contacts', 'supportPhone', 'Support phone'],
  ['contacts', 'complianceName', 'Compliance officer'],
  ['contacts', 'complianceEmail', 'Compliance email'],
  ['contacts', 'complaintsEmail', 'Complaints email'],
]

const NEEDED_FACTS: readonly LetterFactName[] = [
  'keyIndividual',
  'licenceCategory',
  'licenceConditions',
  'services',
  'cover',
  'exemption',
  'shareholding',
  'income',
  'interestsReviewed',
  'ombud',
]

/** An amount in rand, or a percentage (General Code, section 3(1)(a)(vii)). */
const AMOUNT = /R ?\d|\d ?%/u
const BLANK = /_{2,}/u

function emptyFacts({ letterFacts: facts }: LetterTemplate): LetterFactName[] {
  const { cover, coverDetails, shareholding, shareholdingNames, income, incomeNames } = facts
  return [
    ...NEEDED_FACTS.filter((name) => facts[name] === ''),
    ...(cover !== '' && cover !== 'none' && coverDetails === '' ? (['coverDetails'] as const) : []),
    ...(shareholding === 'yes' && shareholdingNames === '' ? (['shareholdingNames'] as const) : []),
    ...(income === 'yes' && incomeNames === '' ? (['incomeNames'] as const) : []),
  ]
}

function textGaps({ letterFacts, letterText }: LetterTemplate): LetterGap[] {
  const at = 'letterText'
  const blanks = letterTextNames
    .filter((field) => BLANK.test(letterText[field]))
    .map((field) => ({
      at,
      field,
      label: `${letterSections.letterText.fields[field].label}: fill in each ____`,
    }))
  const noAmount = AMOUNT.test(letterText.remuneration)
    ? []
    : [{ at, field: 'remuneration', label: 'Fees and commission: name an amount in rand or a percentage' }]
  const present = new Set(
    letterParts(letterText).flatMap((part) => (part.kind === 'block' ? [part.name] : [])),
  )
  const blocks = letterBlockNames
    .filter((name) => !present.has(name) && (name !== 'suppliers' || letterFacts.suppliers !== ''))
    .map((name) => ({ at, field: 'further', label: `Text of the letter: the block [${name}]` }))
  return [...blanks, ...noAmount, ...blocks]
}

/** What the firm's part of a letter lacks, in display order. */
export function templateGaps(template: LetterTemplate, firm: LetterContent['firm']): LetterGap[] {
  const valueOf = (section: 'identity' | 'contacts', field: string): string =>
    (firm[section] as Readonly<Record<string, string>>)[field] ?? ''
  const setup = SETUP_FIELDS.filter(
    ([section, field]) => valueOf(section as 'identity' | 'contacts', field) === '',
  ).map(([at, field, label]) => ({ at, field, label }))
  const facts = emptyFacts(template).map((field) => ({
    at: 'letterFacts',
    field,
    label: letterSections.letterFacts.fields[field].label,
  }))
  return [...setup, ...facts, ...textGaps(template)]
}

/** Everything that a letter lacks. It can be generated only without gaps. */
export function letterGaps({ template, firm, manager }: LetterContent): LetterGap[] {
  return [
    ...templateGaps(template, firm),
    ...(manager.name === '' ? [{ at: 'manager', field: 'name', label: 'Full name' }] : []),
    ...profileGaps(manager.profile, template.letterFacts.services),
  ]
}

/** The letter's own text as parts, in the order of the letter. */
export function letterParts(text: LetterTemplate['letterText']): LetterPart[] {
  return letterTextNames.flatMap((name) => parseLetter(text[name]))
}

const CAPACITIES = { '': '', employee: 'is employed by', mandate: 'acts under a mandate from' }

/** Several lines as one. */
export const inOneLine = (lines: string) => lines.split(/\r?\n/u).filter(Boolean).join(', ')

/** The value of each placeholder. */
export function letterValues({ template, firm, manager }: LetterContent): Record<LetterPlaceholder, string> {
  const { identity, contacts } = firm
  const { profile } = manager
  return {
    ...identity,
    ...contacts,
    legalName: identity.legalName || identity.firmName,
    tradingNames: identity.tradingNames || identity.firmName,
    physicalAddress: inOneLine(identity.physicalAddress),
    postalAddress: inOneLine(identity.postalAddress || identity.physicalAddress),
    informationOfficer: contacts.informationOfficer || contacts.complianceName,
    keyIndividual: template.letterFacts.keyIndividual,
    managerName: manager.name,
    managerEmail: manager.email,
    managerPhone: manager.phone,
    capacity: CAPACITIES[profile.capacity],
    supervision: supervisionText(profile),
  }
}

/** Whether the services are rendered under supervision, as a sentence. */
export function supervisionText({ supervised, supervisor }: LetterProfile): string {
  if (supervised === 'yes') return `These services are rendered under the supervision of ${supervisor}.`
  return supervised === 'no' ? 'None of these services is rendered under supervision.' : ''
}

/** A day for people; nothing for none. */
export const dayText = (day: string) => (day === '' ? '' : formatDay(day))
