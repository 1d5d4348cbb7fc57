import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { formatRand, randToCents, type Cents } from '#base/rules/money/rand.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { makePaper, type Paper } from '#app/demo/factories/papers.ts'
import type { LetterFacts } from '#features/signing/server/fais-letter/letter-facts.ts'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import type { DemoClient } from './demo-person.ts'
import { replacesPayslip } from './demo-round.ts'

/** An uploaded file of a demo client. */
export interface DemoPaper {
  kind: DocumentKindName
  name: string
  make: () => Promise<Buffer>
}

const FOOTER = 'For demonstration only. No one of this name was paid or insured.'
const MONTHS = 12
/** UIF is paid on a monthly salary of at most R 17 712. */
const UIF_CEILING: Cents = 1_771_200
/** Deductions from a monthly salary, roughly realistic. */
const deductions: Readonly<Record<string, (salary: Cents) => Cents>> = {
  'Income tax (PAYE)': (salary) => Math.round(salary * 0.27),
  'Unemployment insurance (UIF)': (salary) => Math.round(Math.min(salary, UIF_CEILING) * 0.01),
  'Retirement fund': (salary) => Math.round(salary * 0.075),
}

/**
 * Uploads of a client: payslips, required statements, the signed letter.
 *
 * @param uploadedOn upload date
 * @param letter the manager's letter
 */
export function papersOf(client: DemoClient, uploadedOn: Date, letter: LetterFacts): DemoPaper[] {
  const { answers, submitted, payslips, round } = client
  // The oldest was replaced by another.
  const handedIn = payslips + (replacesPayslip(round) ? 1 : 0)
  const papers = Array.from({ length: handedIn }, (_, index) =>
    payslip(client, monthEnd(uploadedOn, index + 1)),
  )
  const { pensionFunds, providentFunds } = answers.assets ?? {}
  if (pensionFunds) papers.push(statement(client, 'pensionBenefits', pensionFunds, uploadedOn))
  if (providentFunds) papers.push(statement(client, 'providentBenefits', providentFunds, uploadedOn))
  if (submitted !== undefined) papers.push(signedLetter(client, uploadedOn, letter))
  return papers
}

/** The last day of an earlier month. */
function monthEnd(day: Date, monthsBefore: number): Date {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - monthsBefore + 1, 0, 8))
}

function payslip({ answers }: DemoClient, paidOn: Date): DemoPaper {
  const salary = Math.round((parseRand(answers.annualIncome ?? '') ?? 0) / MONTHS)
  const deducted = Object.entries(deductions).map(([name, of]): [string, Cents] => [name, of(salary)])
  const net = deducted.reduce((rest, [, cents]) => rest - cents, salary)
  const month = formatDate(paidOn).replace(/^\d+ /u, '')
  const paper: Paper = {
    issuer: answers.employerName ?? answers.occupation ?? '',
    title: `Payslip, ${month}`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Employee', answers.fullName ?? ''],
          ['Position', answers.occupation ?? ''],
          ['Income tax number', answers.taxIncomeNumber ?? ''],
          ['Paid on', formatDate(paidOn)],
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Earnings and deductions', share: 60 },
          { title: 'Earned', share: 20 },
          { title: 'Deducted', share: 20 },
        ],
        rows: [
          ['Basic salary', formatRand(salary), ''],
          ...deducted.map(([name, cents]) => [name, '', formatRand(cents)]),
          ['**Net pay**', `**${formatRand(net)}**`, ''],
        ],
      },
    ],
    footer: FOOTER,
  }
  return { kind: 'payslip', name: `Payslip ${month}.pdf`, make: () => makePaper(paper) }
}

function statement(
  { answers }: DemoClient,
  kind: 'pensionBenefits' | 'providentBenefits',
  rand: number,
  issuedOn: Date,
): DemoPaper {
  const value = randToCents(rand)
  const year = issuedOn.getUTCFullYear()
  const opening = Math.round(value * 0.91)
  const contributions = Math.round(value * 0.04)
  const paper: Paper = {
    issuer: kind === 'pensionBenefits' ? 'Cape Mutual Pension Fund' : 'Highveld Umbrella Provident Fund',
    title: `Benefit statement ${year}`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Member', answers.fullName ?? ''],
          ['Date of birth', answers.dateOfBirth ?? ''],
          ['Participating employer', answers.employerName ?? ''],
          ['Issued on', formatDate(issuedOn)],
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Fund credit', share: 70 },
          { title: 'Amount', share: 30 },
        ],
        rows: [
          ['At the beginning of the year', formatRand(opening)],
          ['Contributions of member and employer', formatRand(contributions)],
          ['Investment return after costs', formatRand(value - opening - contributions)],
          ['**Fund value**', `**${formatRand(value)}**`],
        ],
      },
    ],
    footer: FOOTER,
  }
  return { kind, name: `Benefit statement ${year}.pdf`, make: () => makePaper(paper) }
}

function signedLetter({ answers }: DemoClient, on: Date, letter: LetterFacts): DemoPaper {
  const facts = {
    ...letter,
    signed: {
      clientName: answers.fullName ?? '',
      idNumber: answers.idNumber ?? '',
      town: answers.city ?? 'Cape Town',
      on,
    },
  }
  return { kind: 'signedFais', name: 'FAIS letter, signed.pdf', make: () => makeFaisLetter(facts) }
}
