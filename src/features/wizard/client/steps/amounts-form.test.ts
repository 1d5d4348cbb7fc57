import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assetNames } from '#features/applications/rules/net-worth/names.ts'
import { centsToRand } from '#base/rules/money/rand.ts'
import { totalOfTexts } from './amount-texts.ts'
import {
  countedTexts,
  toAssetsForm,
  toAssetsPatch,
  toLiabilitiesForm,
  toLiabilitiesPatch,
  unreadOf,
  withChosen,
} from './amounts-form.ts'

test('the types of other investments are saved only beside such investments', () => {
  const form = toAssetsForm({ assets: { otherInvestments: 100.25, otherInvestmentsTypes: 'Krugerrands' } })
  expect(form.otherInvestmentsTypes).toBe('Krugerrands')
  expect(toAssetsPatch(form).assets).toMatchObject({
    otherInvestments: 100.25,
    otherInvestmentsTypes: 'Krugerrands',
  })
  for (const without of [
    { ...form, amounts: { ...form.amounts, otherInvestments: '' } },
    { ...form, chosen: { ...form.chosen, otherInvestments: false } },
  ]) {
    expect(toAssetsPatch(without).assets).not.toHaveProperty('otherInvestmentsTypes')
    expect(toAssetsPatch(without).assets).toMatchObject({ otherInvestments: null })
  }
})

test('an application that was not begun is an empty form, and saves nothing but empty answers', () => {
  const assets = toAssetsForm({ assets: {} })
  expect(Object.values(assets.amounts).every((text) => text === '')).toBe(true)
  expect(Object.keys(assets.amounts)).toHaveLength(20)
  expect([...Object.values(assets.chosen), ...Object.values(assets.none)]).not.toContain(true)
  const patch = toLiabilitiesPatch(toLiabilitiesForm({ liabilities: {} }))
  expect(Object.keys(patch)).toEqual(['liabilities'])
  expect(Object.values(patch.liabilities ?? {}).every((amount) => amount === null)).toBe(true)
})

const form = toAssetsForm({ assets: { savingsAccounts: 1000.5, vehicles: 310_000 } })

test('a deselected amount does not count, is not validated, and keeps its text', () => {
  const typed = { ...form, amounts: { ...form.amounts, vehicles: '3x' } }
  expect(unreadOf(typed).map(({ path }) => path)).toEqual(['amounts.vehicles'])
  const without = { ...typed, chosen: { ...typed.chosen, vehicles: false } }
  expect(unreadOf(without)).toEqual([])
  expect(toAssetsPatch(without).assets).toMatchObject({ savingsAccounts: 1000.5, vehicles: null })
  expect(without.amounts['vehicles']).toBe('3x')
})

test('none of a section is zero at each of it, and takes nothing of the others', () => {
  const withNone = { ...form, none: { ...form.none, 'Personal Property': true } }
  const { assets } = toAssetsPatch(withNone)
  expect(assets).toMatchObject({ savingsAccounts: 1000.5, vehicles: 0, householdContents: 0, stocks: null })
  expect(toAssetsForm({ assets: assets ?? {} }).none).toMatchObject({
    'Personal Property': true,
    Property: false,
  })
})

test('an amount that is asked for alone counts, whatever was withNone of its section', () => {
  const none = toAssetsForm({ assets: { primaryResidence: 0, investmentProperties: 0 } })
  expect(none.none).toMatchObject({ Property: true })
  const asked = withChosen(none, 'primaryResidence')
  const answered = { ...asked, amounts: { ...asked.amounts, primaryResidence: '5' } }
  expect(toAssetsPatch(answered).assets).toMatchObject({ primaryResidence: 5, investmentProperties: 0 })
})

test('the displayed total equals that of the saved amounts', () => {
  const flags = fc.record(Object.fromEntries(assetNames.map((name) => [name, fc.boolean()])))
  const none = fc.dictionary(fc.constantFrom('Property', 'Liquid Assets', 'Investments'), fc.boolean())
  const amounts = fc.record(
    Object.fromEntries(assetNames.map((name) => [name, fc.integer({ min: 0, max: 900_000 }).map(String)])),
  )
  fc.assert(
    fc.property(amounts, flags, none, (texts, chosen, sections) => {
      const screen = { amounts: texts, chosen, none: sections }
      const saved = toAssetsPatch(screen).assets ?? {}
      const sum = assetNames.reduce((total, name) => total + (saved[name] ?? 0), 0)
      expect(centsToRand(totalOfTexts(assetNames, countedTexts(screen)))).toBe(sum)
    }),
  )
})
