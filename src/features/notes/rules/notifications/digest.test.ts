import { describe, expect, test } from 'vitest'
import { standardOffice } from '#test/support/office.ts'
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
  const thursdayBefore = { since: new Date('2026-12-24T08:00:00Z'), promisedBy: null, count: 2 }
  const wednesday = { since: new Date('2026-12-23T08:00:00Z'), promisedBy: null, count: 3 }
  const nothing = { waiting: [], unassigned: 0, unread: 0 }
  const at = (day: string) => new Date(`${day}T07:00:00+02:00`)

  test('is null without content', () =>
    expect(digestOf(nothing, at('2026-12-28'), standardOffice)).toBeNull())

  test.each([
    // Wednesday's submissions are promised by Tuesday, Thursday's by Wednesday.
    ['2026-12-24', { oldestDays: 1, late: 0 }],
    ['2026-12-28', { oldestDays: 2, late: 0 }],
    ['2026-12-29', { oldestDays: 3, late: 0 }],
    ['2026-12-30', { oldestDays: 4, late: 3 }],
    ['2026-12-31', { oldestDays: 5, late: 5 }],
  ])('on %s holds the longest wait in business days and what is late: %j', (day, expected) => {
    const digest = digestOf({ ...nothing, waiting: [thursdayBefore, wednesday] }, at(day), standardOffice)
    expect(digest).toEqual({ waiting: 5, unassigned: 0, unread: 0, ...expected })
  })

  test.each([{ unassigned: 1 }, { unread: 1 }])('exists with only %j', (only) => {
    const expected = { waiting: 0, late: 0, oldestDays: null, unassigned: 0, unread: 0, ...only }
    expect(digestOf({ ...nothing, ...only }, at('2026-12-28'), standardOffice)).toEqual(expected)
  })
})
