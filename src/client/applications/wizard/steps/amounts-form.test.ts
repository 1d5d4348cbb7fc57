import { expect, test } from 'vitest'
import { toAssetsForm, toAssetsPatch, toLiabilitiesForm, toLiabilitiesPatch } from './amounts-form.ts'

test('the types of other investments are saved only beside such investments', () => {
  const form = toAssetsForm({ assets: { otherInvestments: 100.25, otherInvestmentsTypes: 'Krugerrands' } })
  expect(form.otherInvestmentsTypes).toBe('Krugerrands')
  expect(toAssetsPatch(form).assets).toMatchObject({
    otherInvestments: 100.25,
    otherInvestmentsTypes: 'Krugerrands',
  })
  const without = { ...form, amounts: { ...form.amounts, otherInvestments: '' } }
  expect(toAssetsPatch(without).assets).not.toHaveProperty('otherInvestmentsTypes')
  expect(toAssetsPatch(without).assets).toMatchObject({ otherInvestments: null })
})

test('an application that nobody has begun is an empty form, and saves nothing but empty answers', () => {
  const assets = toAssetsForm({ assets: {} })
  expect(Object.values(assets.amounts).every((text) => text === '')).toBe(true)
  expect(Object.keys(assets.amounts)).toHaveLength(20)
  const patch = toLiabilitiesPatch(toLiabilitiesForm({ liabilities: {} }))
  expect(Object.keys(patch)).toEqual(['liabilities'])
  expect(Object.values(patch.liabilities ?? {}).every((amount) => amount === null)).toBe(true)
})
