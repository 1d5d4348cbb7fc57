import { expect, test } from 'vitest'
import { formatDate, formatDateTime, formatDay, formatTime } from './dates.ts'

test.each([
  ['2026-11-20', '20 November 2026'],
  ['1920-01-01', '1 January 1920'],
  ['1980--', '1980--'],
  ['', ''],
])('the day %s reads %s', (day, text) => expect(formatDay(day)).toBe(text))

test('moments are told in South African time, whatever the machine is set to', () => {
  const lateOnTheTwentieth = new Date('2026-11-20T22:30:00Z')
  expect(formatDate(lateOnTheTwentieth)).toBe('21 November 2026')
  expect(formatTime(lateOnTheTwentieth)).toBe('00:30')
  expect(formatDateTime(new Date('2026-11-20T12:02:59Z'))).toBe('20 November 2026, 14:02')
})
