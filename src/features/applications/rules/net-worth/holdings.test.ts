import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsOf, groupAnswer, holdingsOf, type Holdings } from './holdings.ts'
import { netWorthOf } from './totals.ts'

const names = ['cashOnHand', 'savingsAccounts', 'moneyMarketAccounts'] as const
type Name = (typeof names)[number]

describe('choices from the amounts of a group', () => {
  test.each([
    ['nothing was answered', {}, [], false, 'open'],
    ['nothing was answered, in another way', { cashOnHand: null }, [], false, 'open'],
    ['one has something', { cashOnHand: 10 }, ['cashOnHand'], false, 'some'],
    [
      'zero beside something is no debt to answer',
      { cashOnHand: 10, savingsAccounts: 0 },
      ['cashOnHand'],
      false,
      'some',
    ],
    ['a zero at one says nothing of the others', { cashOnHand: 0 }, [], false, 'open'],
    [
      'zero at each is none of these',
      { cashOnHand: 0, savingsAccounts: 0, moneyMarketAccounts: 0 },
      [],
      true,
      'none',
    ],
  ] as const)('%s', (_, amounts, have, none, answer) => {
    expect(holdingsOf<Name>(names, amounts)).toEqual({ have, none })
    expect(groupAnswer<Name>(names, amounts)).toBe(answer)
  })
})

const amounts = fc.record<Partial<Record<Name, number | null>>>(
  { cashOnHand: money(), savingsAccounts: money(), moneyMarketAccounts: money() },
  { requiredKeys: [] },
)
const holdings = fc.record<Holdings<Name>>({ have: fc.subarray([...names]), none: fc.boolean() })

function money() {
  return fc.oneof(fc.constantFrom(0, null), fc.integer({ min: 1, max: 1_000_000 }))
}

describe('choices and amounts', () => {
  test('saved amounts are unchanged after a round trip through the screen', () => {
    fc.assert(
      fc.property(amounts, (stored) => {
        const back = amountsOf<Name>(names, holdingsOf<Name>(names, stored), stored)
        expect(back).toEqual(Object.fromEntries(names.map((name) => [name, stored[name] ?? null])))
      }),
    )
  })

  test('only chosen amounts count', () => {
    fc.assert(
      fc.property(holdings, amounts, (chosen, entered) => {
        const saved = amountsOf(names, chosen, entered)
        const counted = chosen.none ? [] : chosen.have
        const sum = counted.reduce((total, name) => total + (entered[name] ?? 0), 0)
        expect(netWorthOf(saved, {}).totalAssets).toBe(sum * 100)
      }),
    )
  })

  test('choices with an amount are restored; "none of these" stays', () => {
    fc.assert(
      fc.property(holdings, amounts, (chosen, entered) => {
        const again = holdingsOf(names, amountsOf(names, chosen, entered))
        expect(again.have).toEqual(
          chosen.none ? [] : names.filter((name) => chosen.have.includes(name) && entered[name]),
        )
        if (chosen.none) expect(again.none).toBe(true)
      }),
    )
  })
})
