import { describe, expect, test } from 'vitest'
import { toggled, toggledAll } from './use-selection.ts'

test('toggles a row', () => {
  expect([...toggled(new Set(['a']), 'b')]).toEqual(['a', 'b'])
  expect([...toggled(new Set(['a', 'b']), 'a')]).toEqual(['b'])
})

describe('selecting all', () => {
  test.each([
    [[], ['a', 'b']],
    [['a'], ['a', 'b']],
    [['a', 'b'], []],
  ])('changes %j to %j', (before, after) => {
    expect([...toggledAll(new Set(before), ['a', 'b'])]).toEqual(after)
  })
})
