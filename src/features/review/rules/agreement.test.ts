import { expect, test } from 'vitest'
import { agreementOf } from './agreement.ts'

const answers = {
  idDocumentType: 'id',
  idNumber: '8001015009087',
  dateOfBirth: '1980-01-01',
  nationality: 'za',
  taxIncomeNumber: '0001339050',
} as const

test.each([
  ['idNumber', 'check digit fits'],
  ['dateOfBirth', 'fits ID'],
  ['nationality', 'fits ID'],
  ['taxIncomeNumber', 'check digit fits'],
  ['fullName', null],
])('%s of a citizen: %s', (path, expected) => {
  expect(agreementOf(answers, path)).toBe(expected)
})

test.each([
  ['a wrong check digit', { idNumber: '8001015009088' }, 'idNumber'],
  ['another day of birth', { dateOfBirth: '1980-01-02' }, 'dateOfBirth'],
  ['a permanent resident', { idNumber: '8001015009186' }, 'nationality'],
  ['another nationality', { nationality: 'other' }, 'nationality'],
  ['a passport', { idDocumentType: 'passport' }, 'idNumber'],
  ['no date of birth', { dateOfBirth: null }, 'dateOfBirth'],
  ['a wrong tax number', { taxIncomeNumber: '0001339051' }, 'taxIncomeNumber'],
] as const)('nothing is said of %s', (_, changed, path) => {
  expect(agreementOf({ ...answers, ...changed }, path)).toBeNull()
})
