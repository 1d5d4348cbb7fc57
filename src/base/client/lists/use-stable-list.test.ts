import { expect, test } from 'vitest'
import { countChanges } from './use-stable-list.ts'

const start = { cursor: undefined, index: 0, before: null }

/** One page of rows; with a larger total, the first of several. */
const listOf = (ids: string, total: number | null = ids.length) => ({
  pages: [
    {
      rows: [...ids].map((id) => ({ id })),
      total,
      next: total !== null && total > ids.length ? 'next' : null,
      start,
    },
  ],
  pageParams: [start],
})

test.each([
  ['the same rows', listOf('abc'), listOf('abc'), 0],
  ['a row that was added', listOf('abc'), listOf('xabc'), 1],
  ['a row that was removed', listOf('abc'), listOf('ac'), 1],
  ['a row that was added, and one that was removed', listOf('abc'), listOf('xac'), 2],
  ['two rows that changed places', listOf('abc'), listOf('acb'), 1],
  ['the first row, which is the last one now', listOf('abcde'), listOf('bcdea'), 1],
  ['two rows that moved, and one that was added', listOf('abcdef'), listOf('xcdefab'), 3],
  ['all rows replaced', listOf('abc'), listOf('xyz'), 6],
  ['the last row removed', listOf('abc'), listOf('ab'), 1],
  ['an empty list that has a row now', listOf(''), listOf('a'), 1],
  [
    'the same rows in two pages',
    listOf('abc'),
    { ...listOf('ab', 3), pages: [...listOf('ab', 3).pages, ...listOf('c', 3).pages] },
    0,
  ],
  ['a row beyond those that are loaded', listOf('abc', 9), listOf('abc', 10), 1],
  ['a row that was added, which pushes out the last one', listOf('abc', 9), listOf('xab', 10), 1],
  ['a row that was removed, which draws in the next one', listOf('abc', 9), listOf('acd', 8), 1],
  ['a row that moved beyond those that are loaded', listOf('abc', 9), listOf('bcd', 9), 1],
  ['a row added in sight, and three beyond', listOf('abc', 9), listOf('xab', 13), 4],
  ['a row removed in sight, and two beyond', listOf('abc', 9), listOf('acd', 6), 3],
  ['the last loaded row exchanged for the next', listOf('abc', 9), listOf('abd', 9), 1],
  ['every loaded row exchanged', listOf('abc', 9), listOf('xyz', 9), 1],
  ['a list that is not counted', listOf('abc', null), listOf('xabc', null), 1],
])('changes: %s', (_, shown, latest, expected) => {
  expect(countChanges(shown, latest)).toBe(expected)
})
