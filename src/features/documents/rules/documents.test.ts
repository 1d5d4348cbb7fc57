import { describe, expect, test } from 'vitest'
import { documentKinds, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { countProblem, fileProblem } from './messages.ts'

const file = (type: string, size: number) => ({ name: 'march.pdf', type, size })

test.each([
  ['payslip', 2_097_152, 6, 3],
  ['riskBenefit', 2_097_152, 1, 3],
  ['pensionBenefits', 2_097_152, 5, 3],
  ['providentBenefits', 2_097_152, 5, 3],
  ['signedFais', 5_242_880, 1, 3],
  ['ficaPaper', 5_242_880, 40, 3],
  ['staffFais', 10_485_760, 1, 1],
] as const)('%s: %i bytes, %i files, %i types', (kind, maxBytes, maxCount, types) => {
  expect(documentKinds[kind]).toMatchObject({ maxBytes, maxCount })
  expect(documentKinds[kind].types).toHaveLength(types)
})

describe('what is rejected, and with which message', () => {
  test.each([
    [
      'payslip',
      'text/plain',
      1,
      'Invalid file type',
      'march.pdf is not a valid format. Please upload PDF or image files.',
    ],
    [
      'riskBenefit',
      'image/png',
      2_097_153,
      'File too large',
      'march.pdf is larger than 2MB. Please compress the file and try again.',
    ],
    [
      'signedFais',
      'text/plain',
      1,
      'Upload Failed',
      'File type text/plain is not supported. Please use: PDF, JPEG, PNG',
    ],
    [
      'signedFais',
      'image/png',
      5_242_881,
      'Upload Failed',
      'File size exceeds 5MB limit. Please choose a smaller file.',
    ],
    [
      'staffFais',
      'image/png',
      1,
      'Invalid file type',
      'This file is a PNG image, not a PDF. Allowed types: .pdf',
    ],
    ['staffFais', 'application/pdf', 10_485_761, 'File too large', 'File size exceeds 10MB limit'],
  ] as const)('%s, %s of %i bytes', (kind, type, size, title, description) =>
    expect(fileProblem(kind, file(type, size))).toEqual({ title, description }),
  )

  test.each(Object.keys(documentKinds) as DocumentKindName[])(
    '%s: at the limit nothing is rejected',
    (kind) => expect(fileProblem(kind, file('application/pdf', documentKinds[kind].maxBytes))).toBeNull(),
  )

  test.each([
    ['payslip', 5, 2, 'You can only upload 6 payslips maximum.'],
    ['riskBenefit', 1, 1, 'Maximum 1 files allowed. You can upload 0 more file(s).'],
    ['pensionBenefits', 5, 1, 'Maximum 5 files reached. Remove a file to upload more.'],
    ['signedFais', 0, 2, 'Maximum 1 file(s) allowed.'],
  ] as const)('%s: %i present and %i more', (kind, present, adding, description) =>
    expect(countProblem(kind, present, adding)?.description).toBe(description),
  )

  test('the last slot can be used', () => expect(countProblem('payslip', 5, 1)).toBeNull())
})
