import { expect, test } from 'vitest'
import { countedFiles, filesLabel } from './document-files.ts'

test.each([
  ['payslip', 'Payslips'],
  ['riskBenefit', 'Risk benefit statement'],
  ['pensionBenefits', 'Pension Benefits Statements'],
  ['signedFais', 'Signed FAIS document'],
] as const)('%s: %s', (kind, label) => expect(filesLabel(kind)).toBe(label))

test('counts every file but a signed document, which is replaced', () => {
  expect(countedFiles('signedFais', [{}])).toBe(0)
  expect(countedFiles('riskBenefit', [{}, { virusScan: 'infected' }])).toBe(1)
})
