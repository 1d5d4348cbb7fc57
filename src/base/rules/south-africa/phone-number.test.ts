import { expect, test } from 'vitest'
import { formatPhoneNumber, toPhoneNumber } from './phone-number.ts'

test.each([
  ['082 123 4567', '+27821234567'],
  ['+27 (0)21 555 0140', '+27215550140'],
  ['(021) 555-0140', '+27215550140'],
  ['27215550140', '+27215550140'],
  ['+44 20 7946 0018', '+442079460018'],
  ['+27 82 123 456', null],
  ['021 555 01400', null],
  ['000 000 0000', null],
  ['12345', null],
  ['call me', null],
])('%s is stored as %s', (typed, stored) => {
  expect(toPhoneNumber(typed)).toBe(stored)
})

test('a number is formatted in groups', () => {
  expect(formatPhoneNumber('+27215550140')).toBe('+27 21 555 0140')
  expect(formatPhoneNumber('+442079460018')).toBe('+442079460018')
})
