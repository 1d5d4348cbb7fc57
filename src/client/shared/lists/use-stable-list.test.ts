import { expect, test } from 'vitest'
import { isSameOrder } from './use-stable-list.ts'

const start = { cursor: undefined, index: 0, before: null }

const listOf = (ids: string, total: number | null = ids.length) => ({
  pages: [{ rows: [...ids].map((id) => ({ id })), total, next: null, start }],
  pageParams: [start],
})

test.each([
  ['the same rows', listOf('abc'), listOf('abc'), true],
  ['a row that was added', listOf('abc'), listOf('xabc'), false],
  ['a row that was removed', listOf('abc'), listOf('ac'), false],
  ['rows that changed places', listOf('abc'), listOf('acb'), false],
  ['a row beyond those that are loaded', listOf('abc', 3), listOf('abc', 4), false],
  [
    'the same rows in two pages',
    listOf('abc'),
    { ...listOf('ab', 3), pages: [...listOf('ab', 3).pages, ...listOf('c', 3).pages] },
    true,
  ],
])('%s', (_, shown, latest, expected) => {
  expect(isSameOrder(shown, latest)).toBe(expected)
})
