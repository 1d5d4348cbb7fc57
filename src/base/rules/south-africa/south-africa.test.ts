import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreesWithDateOfBirth, birthDateOf, readIdNumber } from './id-number.ts'
import { toE164 } from './mobile-number.ts'
import { isTaxNumber } from './tax-number.ts'

describe('South African ID number', () => {
  test.each([
    ['8001015009087', '800101', 'male'],
    ['800101 5009 087', '800101', 'male'],
    ['7503305044089', '750330', 'male'],
    ['8909025012083', '890902', 'male'],
  ] as const)('%s is valid', (text, birthDigits, sex) =>
    expect(readIdNumber(text)).toEqual({ birthDigits, sex, residence: 'citizen' }),
  )

  test.each(['9202204720082', '8001015009088', '800101500908', '8013015009083', 'abc', ''])(
    '%s is not valid',
    (text) => expect(readIdNumber(text)).toBeNull(),
  )

  test('every single wrong digit is detected', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (index, shift) => {
        const digits = [...'8001015009087']
        digits[index] = String((Number(digits[index]) + shift) % 10)
        expect(readIdNumber(digits.join(''))).toBeNull()
      }),
    )
  })

  test('is compared with the date of birth, whatever the century', () => {
    const facts = readIdNumber('8001015009087')
    expect(facts && agreesWithDateOfBirth(facts, '1980-01-01')).toBe(true)
    expect(facts && agreesWithDateOfBirth(facts, '1980-01-02')).toBe(false)
  })
})

describe('the date of birth in an ID number', () => {
  const bounds = { now: new Date('2026-11-22T09:00:00Z'), firstYear: 1920 }

  test.each([
    ['800101', '1980-01-01', 'only one century has passed'],
    ['261123', '1926-11-23', 'the later one would be tomorrow'],
    ['261122', '1926-11-22', 'a client was not born today'],
    ['240229', '1924-02-29', 'an adult rather than an infant'],
    ['150607', '2015-06-07', 'the earlier one is too long ago'],
    ['081122', '2008-11-22', 'of age today'],
    ['000229', '2000-02-29', '1900 had no 29 February'],
    ['190101', '2019-01-01', 'the year before the first that can be chosen'],
    ['200101', '1920-01-01', 'the first year that can be chosen'],
  ])('%s is %s: %s', (birthDigits, day) => expect(birthDateOf({ birthDigits }, bounds)).toBe(day))

  test('matches its number, is never in the future, and is a real day', () => {
    const days = fc.date({ min: new Date('1920-01-01'), max: bounds.now, noInvalidDate: true })
    fc.assert(
      fc.property(days, (born) => {
        const birthDigits = born.toISOString().slice(2, 10).replaceAll('-', '')
        const day = birthDateOf({ birthDigits }, bounds) ?? ''
        expect(day.slice(2).replaceAll('-', '')).toBe(birthDigits)
        expect(day <= bounds.now.toISOString().slice(0, 10)).toBe(true)
        expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
      }),
    )
  })
})

test.each([
  ['0001339050', true],
  ['0843089848', true],
  ['000-133/9050', true],
  ['2449494160', false],
  ['5001339050', false],
  ['', false],
])('income tax number %s: %s', (text, valid) => expect(isTaxNumber(text)).toBe(valid))

test.each([
  ['+27 82 123 4567', '+27821234567'],
  ['082 123 4567', '+27821234567'],
  ['(082) 123-4567', '+27821234567'],
  ['27821234567', '+27821234567'],
  ['011 123 4567', null],
  ['082 123 456', null],
  ['', null],
])('mobile number %s becomes %s', (text, e164) => expect(toE164(text)).toBe(e164))
