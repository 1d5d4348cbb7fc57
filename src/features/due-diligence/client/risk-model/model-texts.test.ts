import { expect, test } from 'vitest'
import { modelChoicesSchema, shippedModel } from '#features/due-diligence/rules/rating/model.ts'
import { changesBetween, modelOf, textsOf } from './model-texts.ts'

test('a model survives the form, and changes are named', () => {
  const before = textsOf(shippedModel.content)
  const { levels, refreshMonths, highCountries, raisedCountries, riskyTrades } = shippedModel.content
  expect(modelOf(before)).toEqual({ levels, refreshMonths, highCountries, raisedCountries, riskyTrades })
  const after = {
    ...before,
    'levels.medium': '30',
    raisedCountries: 'Zambia, 2026-03-01\n\n Ghana , 2026-01-01',
  }
  const changed = modelChoicesSchema.parse(modelOf(after))
  expect(changed.raisedCountries).toEqual([
    { country: 'Zambia', since: '2026-03-01' },
    { country: 'Ghana', since: '2026-01-01' },
  ])
  expect(changesBetween(before, textsOf(changed))).toEqual([
    'Countries of raised risk: none, now Zambia, 2026-03-01; Ghana, 2026-01-01',
    'Medium from, in points: 25, now 30',
  ])
  expect(modelChoicesSchema.safeParse(modelOf({ ...after, 'levels.medium': '' })).success).toBe(false)
})
