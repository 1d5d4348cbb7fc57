import { expect, test } from 'vitest'
import { moved, turned, without } from './page-list.ts'

const pages = [
  { id: 'a', quarters: 0 },
  { id: 'b', quarters: 3 },
  { id: 'c', quarters: 1 },
] as const
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('moves a page one position, and leaves it at the ends', () => {
  expect(ids(moved(pages, 'a', 1))).toBe('bac')
  expect(ids(moved(pages, 'c', -1))).toBe('acb')
  expect(moved(pages, 'a', -1)).toBe(pages)
  expect(moved(pages, 'c', 1)).toBe(pages)
  expect(moved(pages, 'x', 1)).toBe(pages)
})

test('turns a page to the right, and restores it after four turns', () => {
  expect(turned(pages, 'b').map(({ quarters }) => quarters)).toEqual([0, 0, 1])
  expect(turned(turned(turned(turned(pages, 'a'), 'a'), 'a'), 'a')).toEqual(pages)
})

test('removes a page and keeps the order of the others', () => {
  expect(ids(without(pages, 'b'))).toBe('ac')
})
