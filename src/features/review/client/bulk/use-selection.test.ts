import { expect, test } from 'vitest'
import { selectTo } from './use-selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e']

test.each([
  ['one more', ['a'], 'c', null, ['a', 'c']],
  ['one less', ['a', 'c'], 'c', null, ['a']],
  ['down to here', ['b'], 'd', 'b', ['b', 'c', 'd']],
  ['up to here', ['d'], 'b', 'd', ['b', 'c', 'd']],
  ['none of these any more', ['a', 'b', 'c'], 'c', 'a', []],
  ['from a row that is gone', ['a'], 'c', 'z', ['a', 'c']],
])('%s', (_, selected, id, from, expected) => {
  expect([...selectTo(new Set(selected), rows, { id, from })].toSorted()).toEqual(expected)
})
