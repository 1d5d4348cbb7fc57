import { expect, test } from 'vitest'
import { netWorthSides } from './picture-sides.ts'

test('groups that hold something, with their sums in cents, and the totals', () => {
  const [own, owe] = netWorthSides({
    assets: {
      cashOnHand: 1000.5,
      savingsAccounts: 2000.25,
      primaryResidence: 1_500_000,
      stocks: 0,
      bonds: null,
    },
    liabilities: { primaryResidenceBond: 900_000, creditCardBalances: 12_345.67 },
  })
  expect(own.items).toEqual([
    { label: 'Liquid Assets', value: 300_075 },
    { label: 'Property', value: 150_000_000 },
  ])
  expect(own.total).toBe(150_300_075)
  expect(owe.items).toEqual([
    { label: 'Bonds & Property Loans', value: 90_000_000 },
    { label: 'Credit Card & Other Debts', value: 1_234_567 },
  ])
  expect(owe.total).toBe(91_234_567)
})

test('the two sides differ without colour', () => {
  const [own, owe] = netWorthSides({ assets: {}, liabilities: {} })
  expect([own.fill, owe.fill]).toEqual(['solid', 'hatched'])
  expect([own.items, owe.items, own.total, owe.total]).toEqual([[], [], 0, 0])
})
