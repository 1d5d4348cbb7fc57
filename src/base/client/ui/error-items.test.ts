import { expect, it } from 'vitest'
import { errorItems } from './error-items.ts'

it('flattens nested errors in order and names fields by their path', () => {
  const errors = {
    fullName: { type: 'too_small', message: 'Full name is required', ref: { name: 'fullName' } },
    childrenDetails: [undefined, { idNumber: { type: 'x', message: "Child's ID number is required" } }],
  }
  expect(errorItems(errors)).toEqual([
    { fieldId: 'fullName', message: 'Full name is required' },
    { fieldId: 'childrenDetails.1.idNumber', message: "Child's ID number is required" },
  ])
})

it('gives an error of a whole list to the list', () => {
  expect(errorItems({ statements: { root: { type: 'custom', message: 'One is required' } } })).toEqual([
    { fieldId: 'statements', message: 'One is required' },
  ])
})

it('is empty when nothing is wrong', () => {
  expect(errorItems({})).toEqual([])
  expect(errorItems(undefined)).toEqual([])
})
