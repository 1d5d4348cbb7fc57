import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetNames } from '#features/applications/rules/net-worth/names.ts'
import { totalAssets } from '#features/applications/rules/net-worth/totals.ts'
import { assetFields } from '#features/applications/rules/wizard/net-worth.ts'
import { centsToRand, MAX_CENTS } from '#base/rules/money/rand.ts'
import { mayExceedZero, toAmounts, toAmountTexts, totalOfTexts, unreadAmounts } from './amount-texts.ts'

const rand = fc.integer({ min: 0, max: MAX_CENTS }).map(centsToRand)

describe('amounts become text and amounts again', () => {
  test('to the cent, whatever was saved, and the API takes them', () => {
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(assetNames.map((name) => [name, fc.option(rand)]))),
        (saved) => {
          const again = toAmounts(assetNames, toAmountTexts(assetNames, saved))
          expect(again).toEqual(saved)
          expect(assetFields.safeParse(again).success).toBe(true)
        },
      ),
    )
  })

  test('an unanswered amount is empty, and saved as unanswered', () => {
    expect(toAmountTexts(['stocks', 'bonds'], { stocks: null })).toEqual({ stocks: '', bonds: '' })
    expect(toAmounts(['stocks', 'bonds'], { stocks: '', bonds: ' ' })).toEqual({ stocks: null, bonds: null })
  })

  test('an entered zero stays an answer', () => {
    expect(toAmountTexts(['stocks'], { stocks: 0 })).toEqual({ stocks: '0.00' })
    expect(toAmounts(['stocks'], { stocks: '0' })).toEqual({ stocks: 0 })
  })
})

test.each([
  ['1234.5', 1234.5],
  ['1 234 567,89', 1_234_567.89],
  ['999999999999.99', 999_999_999_999.99],
  ['850,000', 850_000],
  ['12.', 12],
  ['twelve', Number.NaN],
])('"%s" is saved as %d', (text, amount) =>
  expect(toAmounts(['stocks'], { stocks: text })).toEqual({ stocks: amount }),
)

test('an invalid amount has an error, and every schema rejects it', () => {
  const texts = { stocks: '1,2,3', bonds: '100', savings: '', cash: '-5' }
  expect(unreadAmounts(texts, { stocks: 'Stocks', cash: 'Cash' }, 'amounts.')).toEqual([
    {
      path: 'amounts.stocks',
      message: 'Stocks: Enter the amount in figures, for example 1 850 000.50 or 1.85m',
    },
    { path: 'amounts.cash', message: 'Cash: Please enter the amount without a minus sign' },
  ])
  expect(assetFields.safeParse(toAmounts(['stocks'], texts)).success).toBe(false)
})

test.each(['1,850,0', '3.2x', 'abc', '-5', '1 000 000 000 000'])(
  '"%s" is in error and counts nowhere, and what it may ask for stays on the page',
  (text) => {
    expect(totalOfTexts(['a', 'b'], { a: text, b: '2' })).toBe(200)
    expect(mayExceedZero(text)).toBe(true)
  },
)

test('an amount in short counts in full', () =>
  expect(totalOfTexts(['a', 'b'], { a: '3.2m', b: '850k' })).toBe(405_000_000))

test.each(['', '0', '0.00', undefined])('"%s" asks for nothing more', (text) =>
  expect(mayExceedZero(text)).toBe(false),
)

test('the total of the texts equals that of the saved amounts', () => {
  fc.assert(
    fc.property(fc.record(Object.fromEntries(assetNames.map((name) => [name, fc.option(rand)]))), (saved) => {
      expect(totalOfTexts(assetNames, toAmountTexts(assetNames, saved))).toBe(totalAssets(saved))
    }),
  )
})

test('0.1 and 0.2 come to 0.30', () => expect(totalOfTexts(['a', 'b'], { a: '0.1', b: '0.2' })).toBe(30))
