import { describe, expect, test } from 'vitest'
import { answersSchema, type Answers } from './answers.ts'
import { answerText } from './answer-text.ts'
import type { FieldName } from './questionnaire.ts'
import { assetLabels, fieldLabels, labelOf, liabilityLabels } from './labels.ts'

describe('labels', () => {
  test('every answer has one, whether a field or an amount', () => {
    const { assets, liabilities, checkedDefaults: _, ...fields } = answersSchema.shape
    expect(Object.keys(fieldLabels).toSorted()).toEqual(Object.keys(fields).toSorted())
    expect(Object.keys(assetLabels).toSorted()).toEqual(Object.keys(assets.shape).toSorted())
    expect(Object.keys(liabilityLabels).toSorted()).toEqual(Object.keys(liabilities.shape).toSorted())
  })

  test.each([
    ['postalCode', 'Postal Code'],
    ['assets.stocks', 'Stocks'],
    ['assets.otherInvestmentsTypes', 'Types of Other Investments'],
    ['liabilities.medicalDebt', 'Medical Debt'],
    ['childrenDetails', 'Children'],
    ['childrenDetails.1.idNumber', 'Child 2: ID Number'],
    ['payslipUploads', 'Payslips'],
    ['faisDocumentUploaded', 'Signed FAIS document'],
    ['somethingElse', 'somethingElse'],
  ])('%s is labelled %s', (path, label) => expect(labelOf(path)).toBe(label))
})

describe('answers as text', () => {
  test.each<[FieldName, Answers[FieldName], string]>([
    ['marriageType', 'anc_accrual', 'ANC with Accrual'],
    ['nationality', 'za', 'South African'],
    ['issuingCountry', 'za', 'South Africa'],
    ['dateOfBirth', '1980-01-01', '1 January 1980'],
    ['annualIncome', '450000.5', 'R\u00a0450\u00a0000.50'],
    ['hasWill', true, 'Yes'],
    ['hasWill', null, 'Not provided'],
    ['city', 'Cape Town', 'Cape Town'],
    ['childrenDetails', [], 'None'],
    ['childrenDetails', [{ fullName: 'Lwazi Dube', idNumber: null }], 'Lwazi Dube (Not provided)'],
  ])('%s %j reads %s', (name, value, text) => {
    expect(answerText(name, value)).toBe(text)
  })
})
