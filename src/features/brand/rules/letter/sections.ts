import type { FirmField } from '../field.ts'
import { letterTexts } from './standard-text.ts'

const YES_NO = { '': 'Please choose', no: 'No', yes: 'Yes' }
const MAX_TEXT = 6000

/**
 * The firm's facts in its FAIS letters: General Code of Conduct, sections 4(1) and 5. Company, addresses and contacts
 * are those of the sections Firm and Contacts.
 */
const letterFacts = {
  keyIndividual: { label: 'Key individual', kind: 'line', max: 120 },
  licenceCategory: {
    label: 'Category of the licence',
    hint: 'For example Category I.',
    kind: 'line',
    max: 60,
  },
  licenceConditions: {
    label: 'Conditions and restrictions of the licence',
    hint: 'Write “None” if there are none.',
    kind: 'lines',
    max: 600,
  },
  services: {
    label: 'Services that the licence authorises',
    hint: 'As on the licence. Each wealth manager renders a selection of these.',
    kind: 'services',
  },
  cover: {
    label: 'Professional indemnity or fidelity cover',
    kind: 'choice',
    choices: {
      '': 'Please choose',
      both: 'Professional indemnity and fidelity cover',
      indemnity: 'Professional indemnity cover',
      fidelity: 'Fidelity cover',
      none: 'None',
    },
  },
  coverDetails: {
    label: 'Insurer and guarantees',
    hint: 'No amount is required.',
    kind: 'line',
    max: 300,
  },
  exemption: {
    label: 'Exemptions by the Authority',
    hint: 'Write “None” if there are none.',
    kind: 'lines',
    max: 600,
  },
  suppliers: {
    label: 'Product suppliers',
    hint: 'Where appropriate. One on each line: name | contact and complaints details | contract and restrictions.',
    kind: 'lines',
    max: 3000,
  },
  shareholding: {
    label: 'Does the firm hold more than 10% of a product supplier’s shares?',
    kind: 'choice',
    choices: YES_NO,
  },
  shareholdingNames: { label: 'Of which suppliers', kind: 'line', max: 300 },
  income: {
    label: 'Did one supplier pay more than 30% of its remuneration in the past 12 months?',
    kind: 'choice',
    choices: YES_NO,
  },
  incomeNames: { label: 'Which supplier', kind: 'line', max: 300 },
  interestsReviewed: {
    label: 'Shareholding and remuneration last reviewed on',
    hint: 'For example 2026-11-27.',
    kind: 'date',
  },
  ombud: {
    label: 'Ombud’s contact details',
    hint: 'One line for each paragraph of the box.',
    kind: 'lines',
    max: 800,
  },
} as const satisfies Readonly<Record<string, FirmField>>

const text = (label: string) => ({ label, kind: 'letter', max: MAX_TEXT }) as const

/** The letter's own text, in the order of the letter. */
const letterText = {
  opening: text('Opening'),
  whoWeAre: text('Who we are'),
  services: text('Services'),
  remuneration: text('Fees and commission'),
  conflicts: text('Conflicts of interest'),
  expectations: text('What to expect'),
  complaints: text('Complaints'),
  personalInformation: text('Personal information'),
  further: text('Further sections'),
} as const satisfies Readonly<Record<string, FirmField>>

/** The FAIS letter as sections of the firm's settings. */
export const letterSections = {
  letterFacts: {
    title: 'Licence and disclosures',
    description:
      'What the General Code of Conduct requires in the letter, besides the firm’s details under Firm and Contacts.',
    fields: letterFacts,
  },
  letterText: {
    title: 'Text of the letter',
    description:
      'The appointment and the acknowledgement that clients sign follow this text and cannot be changed.',
    fields: letterText,
  },
} as const

export type LetterSection = keyof typeof letterSections
export type LetterFactName = keyof typeof letterFacts
export type LetterTextName = keyof typeof letterText

export const letterTextNames = Object.keys(letterText) as LetterTextName[]

/** Whether admins maintain a section with the letter. */
export function isLetterSection(section: string): section is LetterSection {
  return Object.hasOwn(letterSections, section)
}

/** Values that every firm begins with: texts of the product, and the Ombud's details. Nothing about a firm. */
export const letterDefaults: Readonly<Record<LetterSection, Readonly<Record<string, string>>>> = {
  letterFacts: {
    ombud: [
      'Menlyn Central Office Building, 125 Dallas Avenue, Waterkloof Glen, Pretoria, 0010',
      'Telephone 012 762 5000  ·  info@faisombud.co.za  ·  www.faisombud.co.za',
      'About the product itself rather than our advice: National Financial Ombud Scheme, 0860 800 900, info@nfosa.co.za. About our licence or conduct: FSCA, 0800 20 3722, info@fsca.co.za.',
    ].join('\n'),
  },
  letterText: letterTexts,
}
