import { expect, test } from 'vitest'
import { worldCountries } from '../world-countries.ts'
import { countries, HOME_COUNTRY } from './countries.ts'
import { nextStep, previousStep, progressPercent, stepIds, stepToOpen, wizardSteps } from './steps.ts'

test('nine steps, in the order of the specification', () => {
  expect(wizardSteps.map(({ id, title }) => `${id}: ${title}`)).toEqual([
    'personal: Personal Details',
    'address: Address',
    'employment: Employment',
    'net-worth-intro: Net Worth',
    'assets: Assets',
    'liabilities: Liabilities',
    'documents: Documents',
    'review: Review',
    'success: Complete',
  ])
})

test('forwards and back again leads where one was', () => {
  for (const id of stepIds.slice(0, -1)) expect(previousStep(nextStep(id) ?? id)).toBe(id)
  expect(previousStep('personal')).toBeUndefined()
  expect(nextStep('success')).toBeUndefined()
})

test('the progress bar is at (current + 1) / total', () => {
  expect(stepIds.map(progressPercent)).toEqual([11, 22, 33, 44, 56, 67, 78, 89, 100])
})

test.each([
  ['assets', 'assets'],
  ['financial', 'personal'],
  [null, 'personal'],
])('%s saved opens %s', (saved, opened) => expect(stepToOpen(saved)).toBe(opened))

test('about 58 countries of addresses', () => expect(Math.abs(countries.length - 58)).toBeLessThanOrEqual(2))

test.each([
  ['addresses', countries],
  ['citizenship and tax', worldCountries],
])('the countries of %s are there once, South Africa first, then one alphabet', (_, all) => {
  expect(all[0]).toBe(HOME_COUNTRY)
  expect(all.length).toBe(new Set(all).size)
  expect(all.slice(1)).toEqual(all.slice(1).toSorted((a, b) => a.localeCompare(b, 'en')))
})
