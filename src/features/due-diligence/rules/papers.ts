import type { TaskName } from './tasks.ts'

/** One kind of paper that proves something. */
export interface Paper {
  label: string
  tasks: readonly TaskName[]
  /** Dates that are asked for it. */
  asks?: 'issued' | 'expires'
}

const identity = ['identity'] as const
const address = ['address'] as const
const bank = ['bank'] as const
const funds = ['funds'] as const

/** All papers; which of them a client may give follows from the case (`needs.ts`). */
export const papers = {
  'id-card': { label: 'Smart ID card, both sides', tasks: identity },
  'id-book': { label: 'Green ID book', tasks: identity },
  'temporary-id': { label: 'Temporary identity certificate', tasks: identity, asks: 'expires' },
  passport: { label: 'Passport, photo page', tasks: identity, asks: 'expires' },
  'driving-licence': { label: 'Driving licence', tasks: identity },
  'loss-receipt': { label: 'Police or Home Affairs receipt', tasks: identity, asks: 'issued' },
  permit: { label: 'Residence permit', tasks: identity, asks: 'expires' },
  visa: { label: 'Visa page', tasks: identity, asks: 'expires' },
  'refugee-id': { label: 'Refugee ID', tasks: identity, asks: 'expires' },
  'travel-document': { label: 'Refugee travel document', tasks: identity, asks: 'expires' },
  'refugee-recognition': {
    label: 'Recognition as a refugee (section 24)',
    tasks: identity,
    asks: 'expires',
  },
  'asylum-visa': { label: 'Asylum seeker visa (section 22)', tasks: identity, asks: 'expires' },
  'birth-certificate': { label: 'Unabridged birth certificate', tasks: identity },
  'guardian-id': { label: 'Parent’s or guardian’s ID or passport', tasks: identity },
  'court-order': { label: 'Court order', tasks: identity },
  'power-of-attorney': { label: 'Power of attorney', tasks: identity },
  'representative-id': { label: 'Your own ID or passport, as representative', tasks: identity },
  'name-change': { label: 'Proof of the change of name, such as a marriage certificate', tasks: identity },
  'municipal-account': { label: 'Municipal account', tasks: address, asks: 'issued' },
  'address-statement': { label: 'Bank or retail statement', tasks: address, asks: 'issued' },
  lease: { label: 'Lease', tasks: address, asks: 'issued' },
  'phone-account': { label: 'Telephone or internet account', tasks: address, asks: 'issued' },
  'insurance-account': { label: 'Insurance account', tasks: address, asks: 'issued' },
  'sars-letter': { label: 'Letter from SARS', tasks: address, asks: 'issued' },
  levy: { label: 'Estate agency or levy statement', tasks: address, asks: 'issued' },
  'owner-declaration': { label: 'Declaration of the owner or tenant', tasks: address, asks: 'issued' },
  'owner-id': { label: 'ID of the owner or tenant', tasks: address },
  affidavit: { label: 'Affidavit about where you live', tasks: address, asks: 'issued' },
  'residence-letter': {
    label: 'Letter from your employer, ward councillor or traditional leader',
    tasks: address,
    asks: 'issued',
  },
  'bank-statement': { label: 'Bank statement', tasks: bank, asks: 'issued' },
  'bank-letter': { label: 'Bank’s letter confirming the account', tasks: bank, asks: 'issued' },
  'fund-payslip': { label: 'Payslip', tasks: funds },
  irp5: { label: 'IRP5', tasks: funds },
  'financial-statements': { label: 'Financial statements', tasks: funds },
  'sars-assessment': { label: 'SARS assessment', tasks: funds },
  'dividend-letter': { label: 'Dividend letter', tasks: funds },
  'sale-agreement': { label: 'Signed sale agreement', tasks: funds },
  'sale-statement': { label: 'Conveyancer’s or broker’s statement', tasks: funds },
  'benefit-statement': { label: 'Benefit statement', tasks: funds },
  'executor-letter': { label: 'Executor’s letter', tasks: funds },
  'estate-account': { label: 'Liquidation and distribution account', tasks: funds },
  'donor-letter': { label: 'Donor’s letter and ID', tasks: funds },
  settlement: { label: 'Order or settlement', tasks: funds },
  'payer-letter': { label: 'Letter of who paid', tasks: funds },
  'savings-statements': { label: 'Statements of three months', tasks: funds },
  'loan-agreement': { label: 'Loan agreement', tasks: funds },
  'exchange-statement': { label: 'Exchange’s statement with dates', tasks: funds },
  w9: { label: 'Form W-9', tasks: ['tax'] },
} as const satisfies Record<string, Paper>

export type PaperName = keyof typeof papers
export const paperNames = Object.keys(papers) as [PaperName, ...PaperName[]]

/** Whether a paper can be given for a task at all. */
export function isPaperOf(task: TaskName, paper: PaperName): boolean {
  const row: Paper = papers[paper]
  return row.tasks.includes(task)
}

/** Why the date of a paper cannot be right; null where it can. Days are yyyy-MM-dd. */
export function issueDateProblem(issuedOn: string, today: string): string | null {
  return issuedOn > today ? 'This date is in the future. Please check it.' : null
}

/** A given paper. Days are yyyy-MM-dd. */
export interface GivenPaper {
  paper: PaperName
  issuedOn: string | null
  expiresOn: string | null
}

/** A paper is renewed this many days before it expires. */
export const RENEWAL_DAYS = 30
/** Documents that Home Affairs extends by notice, so that they count beyond the day on them. */
const extended: ReadonlySet<PaperName> = new Set([
  'refugee-id',
  'travel-document',
  'refugee-recognition',
  'asylum-visa',
])
/** An expired document of a refugee or asylum seeker is accepted for at most so many days. */
export const EXTENSION_DAYS = 90

/** Whether an expired document may be accepted until Home Affairs' extension ends. Days are yyyy-MM-dd. */
export function mayBeExtended({ paper, expiresOn }: GivenPaper, today: string): boolean {
  return extended.has(paper) && expiresOn !== null && expiresOn < today
}

/** A receipt for a lost ID stands in for it this long. */
export const RECEIPT_DAYS = 60
