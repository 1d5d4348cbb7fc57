import { expect, test } from 'vitest'
import { standardOffice } from '#test/support/office.ts'
import { daysAgoText, daysSince, daysText, waitSince } from './waiting.ts'

test.each([
  // Submitted on the Thursday before Christmas: the 25th is a holiday, the 26th a Saturday.
  [
    '2026-12-24T08:00:00Z',
    '2026-12-24T20:00:00Z',
    { businessDays: 0, promisedBy: '2026-12-30', late: false },
  ],
  [
    '2026-12-24T08:00:00Z',
    '2026-12-27T08:00:00Z',
    { businessDays: 0, promisedBy: '2026-12-30', late: false },
  ],
  [
    '2026-12-24T08:00:00Z',
    '2026-12-30T21:59:00Z',
    { businessDays: 3, promisedBy: '2026-12-30', late: false },
  ],
  ['2026-12-24T08:00:00Z', '2026-12-30T22:00:00Z', { businessDays: 4, promisedBy: '2026-12-30', late: true }],
  // Women's Day is a Sunday, so Monday is a holiday.
  [
    '2026-08-07T08:00:00Z',
    '2026-08-13T08:00:00Z',
    { businessDays: 3, promisedBy: '2026-08-13', late: false },
  ],
])('what came at %s has waited at %s: %j', (since, now, wait) => {
  expect(waitSince(new Date(since), new Date(now), standardOffice, null)).toEqual(wait)
})

test.each([
  ['2026-11-22', 0],
  ['2026-11-21', 1],
  ['2026-11-01', 21],
  ['2026-11-23', 0],
])('from %s to the 22nd of November there are %i days', (day, days) => {
  expect(daysSince(day, new Date('2026-11-22T21:30:00Z'))).toBe(days)
})

test.each([
  [0, 'Today', 'Today'],
  [1, 'Yesterday', '1 day'],
  [12, '12 days ago', '12 days'],
])('%i days as text', (days, ago, plain) => {
  expect([daysAgoText(days), daysText(days)]).toEqual([ago, plain])
})
