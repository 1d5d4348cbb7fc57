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

export const purposeNames = Object.keys(purposes) as [keyof typeof purposes, ...(keyof typeof purposes)[]]

/** A source of funds or wealth, and what proves it. */
interface Fund {
  label: string
  evidence: readonly PaperName[]
  /** Files of the application that prove it as well. */
  present?: ListedKind
}

export const funds = {
  salary: { label: 'Salary or bonus', evidence: ['fund-payslip', 'irp5'], present: 'payslip' },
  business: {
    label: 'Own business',
    evidence: ['financial-statements', 'sars-assessment', 'dividend-letter'],
  },
  sale: {
    label: 'Sale of property, a business or shares',
    evidence: ['sale-agreement', 'sale-statement'],
  },
  pension: { label: 'Pension payout', evidence: ['benefit-statement'], present: 'pensionBenefits' },
  provident: {
    label: 'Provident fund payout',
    evidence: ['benefit-statement'],
    present: 'providentBenefits',
  },
  inheritance: { label: 'Inheritance', evidence: ['executor-letter', 'estate-account'] },
  gift: { label: 'Gift, maintenance or divorce', evidence: ['donor-letter', 'settlement'] },
  payout: { label: 'Insurance, lottery or damages', evidence: ['payer-letter'] },
  savings: { label: 'Savings or investments', evidence: ['savings-statements'] },
  loan: { label: 'Loan', evidence: ['loan-agreement'] },
  crypto: { label: 'Crypto assets', evidence: ['exchange-statement'] },
  cash: { label: 'Cash', evidence: [] },
} as const satisfies Record<string, Fund>

export type FundName = keyof typeof funds
export const fundNames = Object.keys(funds) as [FundName, ...FundName[]]
export const fundOf = (kind: FundName): Fund => funds[kind]

/** From this amount in rand on, who gave it is named, and compared with sanctions lists. */
export const DONOR_FROM = 1_000_000

/** Whether someone gave a source of funds or wealth. */
export function isGiven(kind: FundName | undefined): boolean {
  return kind === 'gift' || kind === 'inheritance'
}

/** Whether the name of who gave it is needed. */
export function needsDonor({
  kind,
  amount = 0,
}: {
  kind?: FundName | undefined
  amount?: number | undefined
}): boolean {
  return isGiven(kind) && amount >= DONOR_FROM
}
