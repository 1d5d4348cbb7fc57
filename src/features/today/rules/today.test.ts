import { expect, test } from 'vitest'
import { todayRow } from '#features/today/server/today.ts'
import { inOrder, reasonOf, subjectOf, todayKindNames } from './today.ts'

const now = new Date('2026-11-30T10:00:00Z')
const since = '2026-11-25T08:00:00.000Z'

test('kinds with something late come first, then what only the reader can do; in a kind the late, then the oldest', () => {
  const rows = [
    todayRow({ kind: 'mentioned', since }),
    todayRow({ kind: 'match', since }),
    todayRow({ kind: 'submitted', since: '2026-11-24T08:00:00.000Z', name: 'older' }),
    todayRow({ kind: 'submitted', since: '2026-11-29T08:00:00.000Z', late: true, name: 'late' }),
  ]
  expect(inOrder(rows).map(({ kind, name }) => name ?? kind)).toEqual(['late', 'older', 'match', 'mentioned'])
})

test.each(todayKindNames.map((kind) => [kind] as const))('%s says why', (kind) => {
  const text = reasonOf(
    todayRow({ kind, since, promisedBy: '2026-11-27', manager: 'Pieter van Wyk', by: 'Priya' }),
    now,
  )
  expect(text.trim()).not.toBe('')
  expect(text).not.toMatch(/undefined|null/u)
})

test('the words of some', () => {
  const late = todayRow({ kind: 'late', since, promisedBy: '2026-11-27', manager: 'Pieter van Wyk' })
  expect(reasonOf(late, now)).toBe('With Pieter van Wyk for 5 days, promised by 27 November 2026')
  expect(reasonOf(todayRow({ kind: 'match', since: now.toISOString(), strong: true }), now)).toBe(
    'Strong, found today',
  )
  const forAbsent = todayRow({ kind: 'submitted', since, manager: 'Pieter van Wyk' })
  expect(reasonOf(forAbsent, now)).toBe('Sent 5 days ago, for Pieter van Wyk')
  expect(subjectOf(todayRow({ kind: 'inactive-drafts', count: 3 }))).toBe('3 clients')
})
