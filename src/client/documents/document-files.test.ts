import { expect, test } from 'vitest'
import type { UploadedFile } from '#domain/api/application.ts'
import { countedFiles, filesOf } from './document-files.ts'

const file = (name: string): UploadedFile => ({
  id: '0190e0a0-0000-7000-8000-000000000001',
  name,
  url: '/objects/uploads/0190e0a0-0000-7000-8000-000000000001',
  uploadDate: '2026-11-20T10:00:00.000Z',
})
const documents = {
  payslipUploads: [file('march.pdf'), file('april.pdf')],
  riskBenefitStatement: [file('risk.pdf')],
  pensionBenefitsStatements: [],
  providentBenefitsStatements: [file('fund.pdf')],
  faisDocument: file('signed.pdf'),
}

test.each([
  ['payslip', ['march.pdf', 'april.pdf']],
  ['riskBenefit', ['risk.pdf']],
  ['pensionBenefits', []],
  ['providentBenefits', ['fund.pdf']],
  ['signedFais', ['signed.pdf']],
] as const)('%s: %j', (kind, names) =>
  expect(filesOf(kind, documents).map(({ name }) => name)).toEqual(names),
)

test('no signed document yet', () =>
  expect(filesOf('signedFais', { ...documents, faisDocument: null })).toEqual([]))

test('a signed document is replaced, everything else takes a place', () => {
  expect(countedFiles('signedFais', [file('signed.pdf')])).toBe(0)
  expect(countedFiles('riskBenefit', [file('risk.pdf')])).toBe(1)
})
