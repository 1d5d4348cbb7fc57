import { expect, test } from 'vitest'
import { neighboursOf } from './neighbours.ts'

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

test.each([
  ['a', { previous: null, next: 'b' }],
  ['b', { previous: 'a', next: 'c' }],
  ['c', { previous: 'b', next: null }],
  ['d', { previous: null, next: null }],
])('beside %s lie %j', (id, neighbours) => {
  expect(neighboursOf(rows, id)).toEqual(neighbours)
})
