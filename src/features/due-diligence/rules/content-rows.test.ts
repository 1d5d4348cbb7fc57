import { expect, test } from 'vitest'
import { contentRows, contentRowsForClient } from './content-rows.ts'

test('a declaration is read line by line, without what was not answered', () => {
  expect(
    contentRows('identity', {
      actsFor: 'self',
      residence: 'citizen',
      citizenships: ['South Africa', 'Portugal'],
      otherNames: [{ name: 'Nomsa Khumalo', kind: 'maiden' }],
      withoutPaper: '',
    }),
  ).toEqual([
    { label: 'Acts for', value: 'Myself' },
    { label: 'Residence status', value: 'South African citizen' },
    { label: 'Citizenships', value: 'South Africa, Portugal' },
    { label: 'Maiden name', value: 'Nomsa Khumalo' },
  ])
})

test('amounts are in rand, and a missing tax number has its reason', () => {
  expect(contentRows('funds', { sources: [{ kind: 'salary', amount: 250_000 }] })).toEqual([
    { label: 'Source of funds', value: expect.stringMatching(/^Salary or bonus, R.250.000$/u) },
  ])
  expect(
    contentRows('tax', { countries: [{ country: 'Bermuda', reason: 'A' }], unitedStatesPerson: false }),
  ).toEqual([
    { label: 'Tax number in Bermuda', value: 'This country issues no tax numbers' },
    { label: 'United States person', value: 'No' },
  ])
})

test('a position that is still held says so', () => {
  expect(
    contentRows('exposure', {
      domestic: true,
      positions: [{ question: 'domestic', position: 'Mayor', country: 'South Africa', from: '2019', to: '' }],
    }),
  ).toEqual([
    { label: 'Public position in South Africa (FICA, Schedule 3A)', value: 'Yes' },
    { label: 'Position', value: 'Mayor, South Africa, from 2019 until today' },
  ])
})

test('a client reads the questions of the form', () => {
  expect(contentRowsForClient('identity', { actsFor: 'self', countryOfBirth: 'Kenya' })).toEqual([
    { label: 'For whom are you opening this account?', value: 'Myself' },
    { label: 'Country of birth', value: 'Kenya' },
  ])
})
