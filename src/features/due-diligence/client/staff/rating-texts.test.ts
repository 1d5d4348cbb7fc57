import { expect, test } from 'vitest'
import type { NamedFactor } from '#features/due-diligence/rules/rating/rate.ts'
import { riskText } from './rating-texts.ts'

const factor = (points: number, alwaysHigh = false): NamedFactor => ({
  factor: 'country',
  points,
  alwaysHigh,
  sentence: '',
})

test.each([
  ['low', [factor(0)], 'Low risk: nothing raises it'],
  ['medium', [factor(0), factor(10)], 'Medium risk: 1 fact raises it'],
  ['high', [factor(0, true), factor(10)], 'High risk: 2 facts raise it'],
] as const)('the level %s and what raises it', (level, factors, text) => {
  expect(riskText(level, factors)).toBe(text)
})
