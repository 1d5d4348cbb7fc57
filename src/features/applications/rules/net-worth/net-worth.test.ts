import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCents, centsToRand } from '#base/rules/money/rand.ts'
import { assetNames, liabilityNames } from './names.ts'
import { asksForStatement, statementMark } from './statements.ts'
import { assetBreakdown, liabilityBreakdown, netWorthOf } from './totals.ts'

const rand = fc.integer({ min: 0, max: 10_000_000_000 }).map(centsToRand)
const maybe = fc.option(rand, { nil: null })
const assets = fc.record(Object.fromEntries(assetNames.map((name) => [name, maybe])), { requiredKeys: [] })
const liabilities = fc.record(Object.fromEntries(liabilityNames.map((name) => [name, maybe])), {
  requiredKeys: [],
})

test('the forms name 20 assets and 10 liabilities, each once', () => {
  expect(new Set(assetNames).size).toBe(20)
  expect(new Set(liabilityNames).size).toBe(10)
})

describe('the net worth summary', () => {
  test('reconciles to the cent with the breakdown, and lists no zero', () => {
    fc.assert(
      fc.property(assets, liabilities, (owned, owed) => {
        const sums = netWorthOf(owned, owed)
        const [ownedParts, owedParts] = [assetBreakdown(owned), liabilityBreakdown(owed)]
        expect(addCents(ownedParts.map((part) => part.total))).toBe(sums.totalAssets)
        expect(addCents(owedParts.map((part) => part.total))).toBe(sums.totalLiabilities)
        expect(sums.netWorth).toBe(sums.totalAssets - sums.totalLiabilities)
        expect(
          [...ownedParts, ...owedParts].flatMap((part) => part.items).every((item) => item.cents > 0),
        ).toBe(true)
      }),
    )
  })

  test('may be negative', () => {
    expect(netWorthOf({ cashOnHand: 1.1 }, { personalLoans: 2.2 }).netWorth).toBe(-110)
  })
})

test.each([
  [0.01, true],
  [0, false],
  [null, false],
  [undefined, false],
])('a pension of %s asks for a statement: %s', (amount, asks) => expect(asksForStatement(amount)).toBe(asks))

test('the first statement is required, more are optional', () => {
  expect([0, 1, 5].map(statementMark)).toEqual(['Required', 'Optional', 'Optional'])
})
