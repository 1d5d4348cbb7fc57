import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standardOffice } from '#test/support/office.ts'
import { answerPromisedBy } from '#features/applications/rules/lifecycle/promised-answer.ts'
import { dayAfter, isSunday, isWeekend } from '#base/rules/time/calendar-days.ts'
import { businessDayAfter, businessDaysBetween, isBusinessDay } from './business-days.ts'
import { easterSunday, isPublicHoliday } from './public-holidays.ts'

const holidaysOf = (year: number) =>
  Array.from({ length: 366 }, (_, index) => dayAfter(`${year}-01-01`, index))
    .filter((day) => day.startsWith(`${year}-`) && isPublicHoliday(day))
    .map((day) => day.slice(5))

describe('public holidays', () => {
  /** As published by the government. */
  test.each([
    [2026, '01-01 03-21 04-03 04-06 04-27 05-01 06-16 08-09 08-10 09-24 12-16 12-25 12-26'],
    [2027, '01-01 03-21 03-22 03-26 03-29 04-27 05-01 06-16 08-09 09-24 12-16 12-25 12-26 12-27'],
    // Christmas on a Sunday: Monday is the Day of Goodwill already, and the Act adds no Tuesday.
    [2033, '01-01 03-21 04-15 04-18 04-27 05-01 05-02 06-16 08-09 09-24 12-16 12-25 12-26'],
  ])('of %i', (year, days) => expect(holidaysOf(year).join(' ')).toBe(days))

  test.each([
    [1818, '1818-03-22'],
    [1943, '1943-04-25'],
    [2000, '2000-04-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %i is %s', (year, day) => expect(easterSunday(year)).toBe(day))

  test('hold for every year: Easter is a Sunday in March or April, and every Sunday holiday moves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1995, max: 9998 }), (year) => {
        const easter = easterSunday(year)
        expect(isSunday(easter)).toBe(true)
        expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true)
        const holidays = holidaysOf(year)
        expect(holidays.length).toBeGreaterThanOrEqual(11)
        for (const day of holidays) {
          if (isSunday(`${year}-${day}`)) expect(isPublicHoliday(dayAfter(`${year}-${day}`, 1))).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the promised answer day', () => {
  test.each([
    ['Thursday before Christmas', '2026-12-24T08:00:00Z', '2026-12-30'],
    ['Friday before Women’s Day on a Sunday', '2026-08-07T08:00:00Z', '2026-08-13'],
    ['a plain Monday', '2026-11-23T08:00:00Z', '2026-11-26'],
    ['a Saturday', '2026-11-21T08:00:00Z', '2026-11-25'],
    ['Christmas Day itself', '2026-12-25T08:00:00Z', '2026-12-30'],
    ['the Thursday before Good Friday', '2026-04-02T08:00:00Z', '2026-04-09'],
    ['the last minute of a Wednesday in South Africa', '2026-11-25T21:59:00Z', '2026-11-30'],
    ['the first minute of a Thursday there, Wednesday elsewhere', '2026-11-25T22:00:00Z', '2026-12-01'],
    ['New Year’s Eve', '2026-12-31T08:00:00Z', '2027-01-06'],
  ])('sent on %s', (_, sentAt, day) => expect(answerPromisedBy(new Date(sentAt), standardOffice)).toBe(day))

  const days = fc.integer({ min: 0, max: 60_000 }).map((count) => dayAfter('1995-01-01', count))

  test('is a business day with exactly the promised number after the day of sending', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 15 }), (day, count) => {
        const due = businessDayAfter(day, count)
        expect(isBusinessDay(due)).toBe(true)
        expect(isWeekend(due) || isPublicHoliday(due)).toBe(false)
        let passed = 0
        for (let each = day; each < due;) {
          each = dayAfter(each, 1)
          if (isBusinessDay(each)) passed += 1
        }
        expect(passed).toBe(count)
      }),
      { numRuns: 300 },
    )
  })

  test('has as many business days before it, and after it none', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 15 }), (day, count) => {
        const due = businessDayAfter(day, count)
        expect(businessDaysBetween(day, due)).toBe(count)
        expect(businessDaysBetween(day, dayAfter(due, -1))).toBe(count - 1)
        expect(businessDaysBetween(due, day)).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  test('equals counting day by day, however long ago it began', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -3, max: 1500 }), (day, length) => {
        const until = dayAfter(day, length)
        let count = 0
        for (let each = dayAfter(day, 1); each <= until; each = dayAfter(each, 1)) {
          if (isBusinessDay(each)) count += 1
        }
        expect(businessDaysBetween(day, until)).toBe(count)
      }),
      { numRuns: 60 },
    )
  })

  test('is computed in constant time: a digest needs it for everything that waits', () => {
    const begun = process.cpuUsage()
    for (let asked = 0; asked < 2000; asked += 1)
      businessDaysBetween('2023-01-02', dayAfter('2026-01-02', asked))
    const { user } = process.cpuUsage(begun)
    expect(user / 1000).toBeLessThan(1000)
  })

  test('never decreases for later submissions, and is always within a fortnight', () => {
    fc.assert(
      fc.property(days, (day) => {
        const due = businessDayAfter(day, 3)
        expect(due <= businessDayAfter(dayAfter(day, 1), 3)).toBe(true)
        expect(due < dayAfter(day, 10)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
