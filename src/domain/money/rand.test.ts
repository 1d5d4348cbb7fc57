import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_CENTS,
  addCents,
  amountText,
  centsToRand,
  formatRand,
  formatWholeRand,
  isRandAmount,
  parseRand,
  parseRandOrZero,
  randToCents,
} from './rand.ts'

const amounts = fc.integer({ min: 0, max: MAX_CENTS })

describe('parseRand', () => {
  test.each([
    ['1 234 567.89', 123_456_789],
    ['1 234 567,89', 123_456_789],
    ['1\u00a0234\u00a0567,89', 123_456_789],
    ['R1,234,567.89', 123_456_789],
    ['R 1.234.567,89', 123_456_789],
    ['ZAR 12', 1200],
    ['1,234,567', 123_456_700],
    ['0', 0],
    ['0.1', 10],
    ['.5', 50],
    ['7.', 700],
    ['999 999 999 999.99', MAX_CENTS],
  ])('%s is %i cents', (text, cents) => expect(parseRand(text)).toBe(cents))

  test.each(['', 'R', 'abc', '1.234', '1,234', '1.2.3', '-5', '1e3', '12,34.5', '1000000000000', '１２'])(
    '%s is no amount',
    (text) => expect(parseRand(text)).toBeNull(),
  )

  test('reads back what an input shows, with either decimal separator', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(parseRand(amountText(cents))).toBe(cents)
        expect(parseRand(amountText(cents).replace('.', ','))).toBe(cents)
        expect(parseRand(formatRand(cents))).toBe(cents)
      }),
    )
  })

  test('never throws, and never leaves the permitted range', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cents = parseRandOrZero(text)
        expect(Number.isSafeInteger(cents) && cents >= 0 && cents <= MAX_CENTS).toBe(true)
      }),
    )
  })
})

describe('rand on the wire', () => {
  test('every number of cents survives the way to the API and back', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        const overTheWire: unknown = JSON.parse(JSON.stringify(centsToRand(cents)))
        expect(randToCents(Number(overTheWire))).toBe(cents)
        expect(isRandAmount(centsToRand(cents))).toBe(true)
      }),
    )
  })

  test.each([-0.01, 0.001, 1.005, 1e12, Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (rand) =>
    expect(isRandAmount(rand)).toBe(false),
  )
})

test('sums are exact where binary fractions are not', () => {
  expect(addCents([0.1, 0.2].map(randToCents))).toBe(30)
})

test.each([
  [0, 'R\u00a00.00'],
  [123_456_789, 'R\u00a01\u00a0234\u00a0567.89'],
  [-50_000, '−R\u00a0500.00'],
])('%i cents are shown as %s', (cents, text) => expect(formatRand(cents)).toBe(text))

test.each([
  [0, 'R 0'],
  [49, 'R 0'],
  [50, 'R 1'],
  [-49, 'R 0'],
  [-50, '−R 1'],
  [123_456_789, 'R 1 234 568'],
  [-123_456_749, '−R 1 234 567'],
  [MAX_CENTS, 'R 1 000 000 000 000'],
])('%i cents are shown to managers as %s', (cents, text) =>
  expect(formatWholeRand(cents)).toBe(text.replaceAll(' ', '\u00a0')),
)
