import { expect, test } from 'vitest'
import { nextAttempt, restAfter, verdictOf } from './retry-schedule.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const start = new Date('2026-11-20T08:00:00Z')

test('a delivery is attempted for three days, at growing intervals', () => {
  const pauses: number[] = []
  let at = start
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt(attempts, start, at)
    if (next === null) break
    pauses.push((next.getTime() - at.getTime()) / SECOND)
    at = next
  }
  expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
  expect(nextAttempt(2, start, new Date(start.getTime() + 72 * HOUR))).toBeNull()
})

test('an endpoint rests longer after each failure, up to an hour', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => restAfter(failures, null) / SECOND)).toEqual([
    5, 30, 300, 1800, 3600, 3600,
  ])
})

test.each([
  [600 * SECOND, 600 * SECOND],
  [1, 5 * SECOND],
  [24 * HOUR, HOUR],
])('Retry-After of %d ms: a rest of %d ms', (asked, rest) => {
  expect(restAfter(1, asked)).toBe(rest)
})

test.each([
  ['delivered', [200, 201, 204, 299]],
  ['gone', [410]],
  ['event-refused', [400, 405, 406, 409, 413, 415, 422]],
  ['endpoint-fails', [100, 301, 302, 307, 401, 403, 404, 408, 425, 429, 500, 503]],
] as const)('%s', (verdict, statuses) => {
  for (const status of statuses) expect([status, verdictOf(status)]).toEqual([status, verdict])
})
