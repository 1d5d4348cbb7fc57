import { expect, test } from 'vitest'
import {
  dayOf,
  formatDate,
  formatDateTime,
  formatDay,
  formatExactTime,
  formatShortDate,
  formatTime,
  mondayOf,
} from './dates.ts'

test.each([
  ['2026-11-20', '20 November 2026'],
  ['1920-01-01', '1 January 1920'],
  ['1980--', '1980--'],
  ['', ''],
])('the day %s reads %s', (day, text) => expect(formatDay(day)).toBe(text))

test('times are formatted in South African time, whatever the machine’s zone', () => {
  const lateOnTheTwentieth = new Date('2026-11-20T22:30:00Z')
  expect(formatDate(lateOnTheTwentieth)).toBe('21 November 2026')
  expect(formatShortDate(lateOnTheTwentieth)).toBe('21 Nov 2026')
  expect(formatTime(lateOnTheTwentieth)).toBe('00:30')
  expect(formatDateTime(new Date('2026-11-20T12:02:59Z'))).toBe('20 November 2026, 14:02')
  expect(formatExactTime(new Date('2026-11-20T12:02:59Z'))).toBe('20 November 2026, 14:02:59')
})

test.each([
  ['2026-05-04T12:00:00Z', '4 May 2026'],
  ['2026-06-30T12:00:00Z', '30 Jun 2026'],
])('the time %s is %s in a column', (time, text) => expect(formatShortDate(new Date(time))).toBe(text))

test.each([
  ['2026-11-15T21:59:59Z', '2026-11-15', '2026-11-09'],
  ['2026-11-15T22:00:00Z', '2026-11-16', '2026-11-16'],
  ['2026-11-20T12:00:00Z', '2026-11-20', '2026-11-16'],
  ['2027-01-01T12:00:00Z', '2027-01-01', '2026-12-28'],
])('%s is on %s, in the week of %s', (time, day, monday) => {
  expect(dayOf(new Date(time))).toBe(day)
  expect(mondayOf(new Date(time))).toBe(monday)
})
