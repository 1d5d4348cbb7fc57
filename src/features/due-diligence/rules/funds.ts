import type { ListedKind } from '#features/applications/rules/documents/kinds.ts'
import type { PaperName } from './papers.ts'

/** What the money is for. */
export const purposes = {
  retirement: 'Retirement',
  education: 'Education',
  general: 'Saving and investing in general',
  offshore: 'Investing abroad',
  other: 'For someone else',
} as const

/** Whether a person or an organisation is meant. */
export const partyKinds = { person: 'A person', organisation: 'An organisation' } as const
export const partyKindNames = Object.keys(partyKinds) as [
  keyof typeof partyKinds,
  ...(keyof typeof partyKinds)[],
]

export const purposeNames = Object.keys(purposes) as [keyof typeof purposes, ...(keyof typeof purposes)[]]

/** A source of funds or wealth, and what proves it. */
interface Fund {
  label: string
  evidence: readonly PaperName[]
  /** Files of the application that prove it as well. */
  present?: ListedKind
  /** Who gave, lent, paid or bought. */
  counterparty?: Counterparty
}

interface Counterparty {
  /** The role in which they are compared with sanctions lists. */
  role: 'donor' | 'lender' | 'payer' | 'buyer'
  question: string
  /** Where the name is missing. */
  missing: string
  /** Before the name, where the source is written in a line. */
  preposition: 'from' | 'to'
}

const donor = {
  role: 'donor',
  question: 'Who gave it to you?',
  missing: 'Please enter the name of who gave it to you',
  preposition: 'from',
} as const

export const funds = {
  salary: { label: 'Salary or bonus', evidence: ['fund-payslip', 'irp5'], present: 'payslip' },
  business: {
    label: 'Own business',
    evidence: ['financial-statements', 'sars-assessment', 'dividend-letter'],
  },
  sale: {
    label: 'Sale of property, a business or shares',
    evidence: ['sale-agreement', 'sale-statement'],
    counterparty: {
      role: 'buyer',
      question: 'Who is the buyer?',
      missing: 'Please enter the name of the buyer',
      preposition: 'to',
    },
  },
  pension: { label: 'Pension payout', evidence: ['benefit-statement'], present: 'pensionBenefits' },
  provident: {
    label: 'Provident fund payout',
    evidence: ['benefit-statement'],
    present: 'providentBenefits',
  },
  inheritance: {
    label: 'Inheritance',
    evidence: ['executor-letter', 'estate-account'],
    counterparty: { ...donor, question: 'From whom did you inherit?' },
  },
  gift: {
    label: 'Gift, maintenance or divorce',
    evidence: ['donor-letter', 'settlement'],
    counterparty: donor,
  },
  payout: {
    label: 'Insurance, lottery or damages',
    evidence: ['payer-letter'],
    counterparty: {
      role: 'payer',
      question: 'Who pays it?',
      missing: 'Please enter the name of who pays it',
      preposition: 'from',
    },
  },
  savings: { label: 'Savings or investments', evidence: ['savings-statements'] },
  loan: {
    label: 'Loan',
    evidence: ['loan-agreement'],
    counterparty: {
      role: 'lender',
      question: 'Who lends it to you?',
      missing: 'Please enter the name of who lends it to you',
      preposition: 'from',
    },
  },
  crypto: { label: 'Crypto assets', evidence: ['exchange-statement'] },
  cash: { label: 'Cash', evidence: [] },
} as const satisfies Record<string, Fund>

export type FundName = keyof typeof funds
export const fundNames = Object.keys(funds) as [FundName, ...FundName[]]
export const fundOf = (kind: FundName): Fund => funds[kind]

/** From this amount in rand on, the other party is named, and compared with sanctions lists. */
export const COUNTERPARTY_FROM = 1_000_000

type Source = { kind?: FundName | undefined; amount?: number | undefined }

/** The other party of a source whose name is needed; null where it is not. */
export function neededCounterparty({ kind, amount = 0 }: Source): Counterparty | null {
  if (kind === undefined || amount < COUNTERPARTY_FROM) return null
  return fundOf(kind).counterparty ?? null
}
