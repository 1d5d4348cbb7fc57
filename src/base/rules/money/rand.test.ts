import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_CENTS,
  addCents,
  centsToRand,
  formatRand,
  formatWholeRand,
  groupedAmount,
  isRandAmount,
  randToCents,
} from './rand.ts'

const amounts = fc.integer({ min: 0, max: MAX_CENTS })

describe('rand in the API', () => {
  test('every number of cents survives the API round trip', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        const overTheWire: unknown = JSON.parse(JSON.stringify(centsToRand(cents)))
        expect(randToCents(Number(overTheWire))).toBe(cents)
        expect(isRandAmount(centsToRand(cents))).toBe(true)
      }),
    )
  })

  test.each([-0.01, 0.001, 1.005, 1e12, Number.NaN, Number.POSITIVE_INFINITY])('%d is rejected', (rand) =>
    expect(isRandAmount(rand)).toBe(false),
  )
})

test('sums are exact where floating-point sums are not', () => {
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

test.each([
  [0, '0.00'],
  [80, '0.80'],
  [185_000_000, '1 850 000.00'],
  [MAX_CENTS, '999 999 999 999.99'],
])('%i cents are shown in a field as %s', (cents, text) => expect(groupedAmount(cents)).toBe(text))
