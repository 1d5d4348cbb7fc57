import { expect, test } from 'vitest'
import { modelSchema, shippedModel } from '#features/due-diligence/rules/rating/model.ts'
import { changesBetween, contentOf, textsOf } from './model-texts.ts'

test('a model survives the form, and changes are named', () => {
  const { content } = shippedModel
  expect(contentOf(textsOf(content))).toEqual(content)
  const texts = {
    ...textsOf(content),
    'points.education': '5',
    'firstAmounts.0': '2 000 000',
    raisedCountries: 'Zambia, 2026-03-01\n\n Ghana , 2026-01-01',
  }
  const changed = modelSchema.parse(contentOf(texts))
  expect(changed.raisedCountries).toEqual([
    { country: 'Zambia', since: '2026-03-01' },
    { country: 'Ghana', since: '2026-01-01' },
  ])
  expect(changesBetween(content, changed)).toEqual([
    'Purpose: Education: 0, now 5',
    'First amount: First limit, in rand: 1000000, now 2000000',
    'Lists: Countries of raised risk: none, now Zambia, 2026-03-01; Ghana, 2026-01-01',
  ])
  expect(modelSchema.safeParse(contentOf({ ...texts, 'points.education': '' })).success).toBe(false)
})
