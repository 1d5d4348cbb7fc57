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
    raisedCountries: `${before.raisedCountries.replace('Kenya, 2026-06\n', '')}\n\n Ghana , 2026-01-01`,
  }
  const changed = modelChoicesSchema.parse(modelOf(after))
  expect(changed.raisedCountries.at(-1)).toEqual({ country: 'Ghana', since: '2026-01-01' })
  expect(changesBetween(before, textsOf(changed))).toEqual([
    'Countries under increased monitoring: added Ghana, 2026-01-01, removed Kenya, 2026-06',
    'Medium from, in points: 25, now 30',
  ])
  expect(modelChoicesSchema.safeParse(modelOf({ ...after, 'levels.medium': '' })).success).toBe(false)
})
