import { expect, test } from 'vitest'
import { limitsText } from './limits-text.ts'

test.each([
  ['payslip', 'PDF, JPEG or PNG, at most 2 MB each, up to 6 files'],
  ['riskBenefit', 'PDF, JPEG or PNG, one file of at most 2 MB'],
  ['pensionBenefits', 'PDF, JPEG or PNG, at most 2 MB each, up to 5 files'],
  ['signedFais', 'PDF, JPEG or PNG, one file of at most 5 MB'],
  ['staffFais', 'PDF, one file of at most 10 MB'],
] as const)('%s: %s', (kind, text) => expect(limitsText(kind)).toBe(text))

test('allows one file for a single payslip that is requested again', () =>
  expect(limitsText('payslip', 1)).toBe('PDF, JPEG or PNG, one file of at most 2 MB'))
