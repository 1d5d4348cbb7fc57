import { expect, test } from 'vitest'
import { moved, turned, without } from './page-list.ts'

const pages = [
  { id: 'a', quarters: 0 },
  { id: 'b', quarters: 3 },
  { id: 'c', quarters: 1 },
] as const
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('a page goes one place on or back, and stays where there is none', () => {
  expect(ids(moved(pages, 'a', 1))).toBe('bac')
  expect(ids(moved(pages, 'c', -1))).toBe('acb')
  expect(moved(pages, 'a', -1)).toBe(pages)
  expect(moved(pages, 'c', 1)).toBe(pages)
  expect(moved(pages, 'x', 1)).toBe(pages)
})

test('a page is turned to the right, and is as it was after four times', () => {
  expect(turned(pages, 'b').map(({ quarters }) => quarters)).toEqual([0, 0, 1])
  expect(turned(turned(turned(turned(pages, 'a'), 'a'), 'a'), 'a')).toEqual(pages)
})

test('a page is removed, and the others keep their order', () => {
  expect(ids(without(pages, 'b'))).toBe('ac')
})
