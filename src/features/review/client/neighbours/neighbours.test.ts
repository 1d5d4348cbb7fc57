import { expect, test } from 'vitest'
import { neighboursOf, neighboursOfGone, nextWaiting } from './neighbours.ts'

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

test.each([
  ['a', { previous: null, next: 'b' }],
  ['b', { previous: 'a', next: 'c' }],
  ['c', { previous: 'b', next: null }],
  ['d', { previous: null, next: null }],
])('finds the neighbours of %s: %j', (id, neighbours) => {
  expect(neighboursOf(rows, id)).toEqual(neighbours)
})

test.each([
  ['b', ['a', 'c'], { previous: 'a', next: 'c' }],
  ['b', ['new', 'a', 'd'], { previous: 'a', next: 'd' }],
  ['b', ['d', 'new'], { previous: null, next: 'd' }],
  ['d', ['a', 'b'], { previous: 'b', next: null }],
  ['b', [], { previous: null, next: null }],
  ['never there', ['a'], { previous: null, next: null }],
])('finds the nearest remaining neighbours of %s, which has left: %j', (id, left, neighbours) => {
  const before = [...rows, { id: 'd' }]
  expect(
    neighboursOfGone(
      before,
      left.map((one) => ({ id: one })),
      id,
    ),
  ).toEqual(neighbours)
})

const since = '2026-11-20T08:00:00.000Z'
const queue = [
  { id: 'a', waitingSince: since },
  { id: 'b', waitingSince: null },
  { id: 'c', waitingSince: since },
]

test.each([
  ['a', 'c'],
  ['b', 'c'],
  ['c', 'a'],
  ['d', 'a'],
])('finds the next waiting one after %s: %s', (id, next) => {
  expect(nextWaiting(queue, id)?.id).toBe(next)
})

test('returns null if no other application waits', () => {
  expect(nextWaiting(queue.slice(0, 2), 'a')).toBeNull()
  expect(nextWaiting([], 'a')).toBeNull()
})
