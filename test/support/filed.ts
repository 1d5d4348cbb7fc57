import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { Filed } from '#features/records/server/download/summary-blocks.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 30))

/** The record of an approved client, with a test's changes. */
export function someFile({ answers, ...facts }: Partial<Filed> & { answers?: Partial<Answers> } = {}): Filed {
  const document = {
    kind: 'payslip',
    name: 'Payslip March 2026.pdf',
    uploadedAt: at(3),
    bytes: 248_312,
    sha256: '0123456789abcdef'.repeat(4),
    virusScan: 'clean',
    supersededBy: null,
  } as const
  return {
    application: {
      ...completeAnswers('thandiwe@example.com', answers),
      id: '0198c7a0-0000-7000-8000-000000000001',
      reference: 'PPW-7Q3K-29',
      username: 'thandiwe@example.com',
      wealthManagerName: 'Pieter van Wyk',
      status: 'approved',
      statusReason: null,
      statusChangedAt: at(5).toISOString(),
      createdAt: at(1).toISOString(),
      updatedAt: at(4).toISOString(),
      submittedAt: at(4).toISOString(),
      onboardedAt: null,
      cancelledAt: null,
      version: 41,
      warnings: [],
      imported: null,
    },
    documents: [document, { ...document, kind: 'riskBenefit', name: 'Benefit statement 2026.pdf' }],
    signatures: [
      {
        identifiedBy: null,
        kind: 'faisLetter',
        signedVersion: 3,
        signedSha256: 'ab'.repeat(32),
        signedBytes: 61_204,
        wording: '2026-11-22',
        by: 'typing',
        openedAt: at(3),
        displayedAt: at(3),
        signedAt: at(4),
        level: 'B-T',
        digest: 'cd'.repeat(32),
      },
    ],
    confirmations: {
      accurate: { at: at(4).toISOString(), wording: '2026-11-21' },
      terms: { at: at(4).toISOString(), wording: '2026-01-01' },
    },
    trail: [
      { at: at(1), what: 'Application created', who: 'Thandiwe Nkosi, Client', why: '' },
      { at: at(4), what: 'Submitted', who: 'Thandiwe Nkosi, Client', why: '' },
      { at: at(5), what: 'Approved', who: 'Pieter van Wyk, Wealth Manager', why: 'All in order.' },
    ],
    madeBy: 'Lerato Mokoena, Admin',
    madeAt: at(6),
    ...facts,
  }
}
