import { describe, expect, test } from 'vitest'
import { todayRow } from '#features/today/server/today.ts'
import { digestDayAt, digestOf, getsDigest } from './digest.ts'

test.each([
  ['the minute before seven', '2026-12-24T04:59:59.999Z', null],
  ['seven on the Thursday before Christmas', '2026-12-24T05:00:00Z', '2026-12-24'],
  ['the first minutes of that Thursday', '2026-12-23T22:30:00Z', null],
  ['late on that Thursday, where nothing ran before', '2026-12-24T21:59:59Z', '2026-12-24'],
  ['Christmas Day', '2026-12-25T05:00:00Z', null],
  [
    'the last minute of Thursday is past: what was missed is not sent on Friday',
    '2026-12-24T22:00:00Z',
    null,
  ],
  ['the Day of Goodwill, a Saturday', '2026-12-26T05:00:00Z', null],
  ['the Sunday after', '2026-12-27T09:00:00Z', null],
  ['the Monday after', '2026-12-28T05:00:00Z', '2026-12-28'],
  ['Women’s Day, kept on a Monday', '2026-08-10T05:00:00Z', null],
  ['the Tuesday after', '2026-08-11T05:00:00Z', '2026-08-11'],
  ['Family Day, a Monday', '2026-04-06T10:00:00Z', null],
  ['a plain Saturday', '2026-11-21T05:00:00Z', null],
])('at %s (%s) the digest due is that of %s', (_, time, day) => {
  expect(digestDayAt(new Date(time))).toBe(day)
})

test.each([
  [{ role: 'admin', status: 'active', off: [] }, true],
  [{ role: 'wealth_manager', status: 'active', off: ['mention:mail'] }, true],
  [{ role: 'wealth_manager', status: 'active', off: ['digest:mail'] }, false],
  [{ role: 'wealth_manager', status: 'invited', off: [] }, false],
  [{ role: 'admin', status: 'deactivated', off: [] }, false],
  [{ role: 'system_administrator', status: 'active', off: [] }, false],
  [{ role: 'client', status: 'active', off: [] }, false],
] as const)('%j gets it: %s', (person, gets) => expect(getsDigest(person)).toBe(gets))

describe('the digest', () => {
  test('is null without content', () => expect(digestOf([])).toBeNull())

  test('counts rows, late ones, and clients of each kind', () => {
    const rows = [
      todayRow({ kind: 'submitted', late: true }),
      todayRow({ kind: 'submitted' }),
      todayRow({ kind: 'inactive-drafts', count: 1200 }),
    ]
    expect(digestOf(rows)).toEqual({
      rows: 3,
      late: 1,
      kinds: ['Application submitted: 2', `Inactive drafts: ${(1200).toLocaleString('en-ZA')}`],
    })
  })
})
