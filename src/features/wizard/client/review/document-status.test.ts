import { expect, test } from 'vitest'
import { applicationOf } from '#test/support/draft-application.ts'
import { documentStatuses } from './document-status.ts'

const file = {
  id: '0190e0a0-0000-7000-8000-000000000002',
  name: 'fund.pdf',
  url: '/objects/uploads/0190e0a0-0000-7000-8000-000000000002',
  documentId: 'a',
  uploadDate: '2026-11-20T10:00:00.000Z',
}
const summary = (change: Parameters<typeof applicationOf>[0]) =>
  documentStatuses(applicationOf(change)).map(
    ({ label, step, files, required }) =>
      `${label} (${step}): ${files.length}${required ? ', required' : ''}`,
  )

test('with no funds, only payslips, risk benefits and the FAIS document are asked for', () => {
  expect(summary({})).toEqual([
    'Payslips (employment): 0',
    'Risk benefit statement (employment): 0',
    'Signed FAIS document (documents): 0, required',
  ])
})

test('a pension asks for its statement', () => {
  expect(summary({ assets: { pensionFunds: 0.01 } })).toContain(
    'Pension Benefits Statements (assets): 0, required',
  )
})

test('statements that are there show even when their amount is gone', () => {
  const lines = summary({ assets: { providentFunds: 0 }, providentBenefitsStatements: [file] })
  expect(lines).toContain('Provident Benefits Statements (assets): 1')
})

test('the signed document counts once it is there', () => {
  expect(summary({ faisDocument: file })).toContain('Signed FAIS document (documents): 1, required')
})
