import { describe, expect, test } from 'vitest'
import { toggled, toggledAll } from './use-selection.ts'

test('a row is ticked, and no longer', () => {
  expect([...toggled(new Set(['a']), 'b')]).toEqual(['a', 'b'])
  expect([...toggled(new Set(['a', 'b']), 'a')]).toEqual(['b'])
})

describe('ticking all', () => {
  test.each([
    [[], ['a', 'b']],
    [['a'], ['a', 'b']],
    [['a', 'b'], []],
  ])('from %j to %j', (before, after) => {
    expect([...toggledAll(new Set(before), ['a', 'b'])]).toEqual(after)
  })
})
