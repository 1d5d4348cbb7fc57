import { expect, test } from 'vitest'
import { withStatus } from './lists.ts'

test.each([
  ['', 'draft', true, 'draft'],
  ['submitted', 'draft', true, 'draft,submitted'],
  ['draft,submitted', 'draft', false, 'submitted'],
  ['draft', 'draft', false, ''],
  ['draft', 'draft', true, 'draft'],
] as const)('%j with %s chosen %s is %j', (value, status, isChosen, expected) => {
  expect(withStatus(value, status, isChosen)).toBe(expected)
})
