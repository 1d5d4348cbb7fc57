import { expect, test } from 'vitest'
import { countedFiles, filesLabel } from './document-files.ts'

test.each([
  ['payslip', 'Payslips'],
  ['riskBenefit', 'Risk benefit statement'],
  ['pensionBenefits', 'Pension Benefits Statements'],
  ['signedFais', 'Signed FAIS document'],
] as const)('%s: %s', (kind, label) => expect(filesLabel(kind)).toBe(label))

test('a signed document is replaced, everything else takes a place', () => {
  expect(countedFiles('signedFais', [{}])).toBe(0)
  expect(countedFiles('riskBenefit', [{}, { virusScan: 'infected' }])).toBe(1)
})
