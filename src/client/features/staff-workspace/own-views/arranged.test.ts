import { expect, test } from 'vitest'
import { movedBy } from './arranged.ts'

const views = ['a', 'b', 'c'].map((id) => ({ id, name: id, address: '', shared: false }))

test.each([
  ['a', 1, 'bac'],
  ['c', -1, 'acb'],
  ['b', -1, 'bac'],
  ['a', -1, 'abc'],
  ['c', 1, 'abc'],
  ['x', 1, 'abc'],
] as const)('moves %s by %i: %s', (id, by, expected) => {
  expect(
    movedBy(views, id, by)
      .map((view) => view.id)
      .join(''),
  ).toBe(expected)
})
