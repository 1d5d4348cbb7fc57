import { formatRand, parseRandOrZero, randToCents } from '#domain/money/rand.ts'
import type { DocumentKindName } from '#domain/documents/kinds.ts'
import { makePaper } from '#server/db/factories/papers.ts'
import type { DemoClient } from './demo-clients.ts'

/** A file that a demo client has uploaded. */
export interface DemoPaper {
  kind: DocumentKindName
  name: string
  bytes: Buffer
}

const FOOTER = 'For demonstration only'
const MONTHS = 12

/** The papers that a client like this would have uploaded: payslips, the statements asked for, the signed letter. */
export async function papersOf(client: DemoClient): Promise<DemoPaper[]> {
  const payslips = Array.from({ length: client.payslips }, (_, index) => payslip(client, index + 1))
  const statements = [
    statement(client, 'pensionBenefits', client.answers.assets?.pensionFunds),
    statement(client, 'providentBenefits', client.answers.assets?.providentFunds),
  ]
  const signed = client.submitted === undefined ? null : signedLetter(client)
  return (await Promise.all([...payslips, ...statements, signed])).filter((paper) => paper !== null)
}

async function payslip({ answers }: DemoClient, number: number): Promise<DemoPaper> {
  const monthly = formatRand(Math.round(parseRandOrZero(answers.annualIncome) / MONTHS))
  const bytes = await makePaper({
    issuer: answers.employerName ?? answers.occupation ?? '',
    title: 'Payslip',
    blocks: [
      { kind: 'paragraph', text: `Employee: ${answers.fullName ?? ''}` },
      { kind: 'paragraph', text: `Gross remuneration for the month: ${monthly}` },
    ],
    footer: FOOTER,
  })
  return { kind: 'payslip', name: `Payslip ${number}.pdf`, bytes }
}

async function statement(
  { answers }: DemoClient,
  kind: 'pensionBenefits' | 'providentBenefits',
  rand: number | null | undefined,
): Promise<DemoPaper | null> {
  if (!rand) return null
  const bytes = await makePaper({
    issuer: 'Cape Mutual Retirement Fund',
    title: 'Benefit statement',
    blocks: [
      { kind: 'paragraph', text: `Member: ${answers.fullName ?? ''}` },
      { kind: 'paragraph', text: `Fund value: ${formatRand(randToCents(rand))}` },
    ],
    footer: FOOTER,
  })
  return { kind, name: 'Benefit statement.pdf', bytes }
}

async function signedLetter({ answers }: DemoClient): Promise<DemoPaper> {
  const bytes = await makePaper({
    issuer: 'Disclosure letter',
    title: 'Client acknowledgement',
    blocks: [
      { kind: 'paragraph', text: `Read and signed by ${answers.fullName ?? ''}.` },
      { kind: 'paragraph', text: 'The broker appointment section was left open, as asked.' },
    ],
    footer: FOOTER,
  })
  return { kind: 'signedFais', name: 'FAIS letter, signed.pdf', bytes }
}
