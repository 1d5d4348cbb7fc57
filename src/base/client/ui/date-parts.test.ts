import { describe, expect, it } from 'vitest'
import {
  changeDate,
  dayOptions,
  daysIn,
  joinDate,
  MONTHS,
  splitDate,
  clearedDayMessage,
  yearsBack,
} from './date-parts.ts'

describe('days of a month', () => {
  it.each([
    ['', '', 31],
    ['01', '1981', 31],
    ['04', '1981', 30],
    ['02', '', 29],
    ['02', '1980', 29],
    ['02', '1981', 28],
    ['02', '2000', 29],
    ['12', '', 31],
  ])('month %j of year %j has %i', (month, year, days) => {
    expect(daysIn({ month, year })).toBe(days)
  })

  it('offers two-digit days', () => {
    const days = dayOptions({ month: '02', year: '1981' })
    expect(days.at(0)).toBe('01')
    expect(days.at(-1)).toBe('28')
  })
})

describe('parts of a date', () => {
  it.each(['', '1980-02-29', '1980--', '-02-', '--31', '1980-02-'])('splits and joins %j', (value) => {
    expect(joinDate(splitDate(value))).toBe(value)
  })

  it('offers the years from the last one back to the first', () => {
    const years = yearsBack(2026, 1920)
    expect(years.at(0)).toBe('2026')
    expect(years.at(-1)).toBe('1920')
    expect(years).toHaveLength(107)
  })

  it('names twelve months', () => {
    expect(MONTHS.map((month) => month.value).join()).toBe('01,02,03,04,05,06,07,08,09,10,11,12')
  })
})

describe('changing one selector', () => {
  it('keeps the other two', () => {
    expect(changeDate('1980-02-14', { year: '1991' })).toBe('1991-02-14')
    expect(changeDate('', { day: '05' })).toBe('--05')
  })

  it('clears a day that the month does not have', () => {
    expect(changeDate('1980-01-31', { month: '02' })).toBe('1980-02-')
    expect(changeDate('1980-02-29', { year: '1981' })).toBe('1981-02-')
    expect(changeDate('--31', { month: '04' })).toBe('-04-')
  })

  it('never makes a date that does not exist', () => {
    const exists = (value: string) => new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)
    const made = MONTHS.flatMap((month) =>
      dayOptions({ month: '', year: '' }).map((day) =>
        changeDate(changeDate(`--${day}`, { month: month.value }), { year: '1981' }),
      ),
    )
    const whole = made.filter((value) => splitDate(value).day !== '')
    expect(whole).toHaveLength(365)
    expect(whole.filter((value) => !exists(value))).toEqual([])
  })

  it.each([
    [
      '1980-02-29',
      { year: '1981' },
      '1981 is not a leap year, so it has no 29 February. Please choose the day again.',
    ],
    [
      '1981--29',
      { month: '02' },
      '1981 is not a leap year, so it has no 29 February. Please choose the day again.',
    ],
    ['1980-01-31', { month: '02' }, 'February has no day 31. Please choose the day again.'],
    ['--31', { month: '04' }, 'April has no day 31. Please choose the day again.'],
    ['1980-02-29', { year: '1984' }, null],
    ['-02-', { day: '29' }, null],
    ['', { month: '02' }, null],
  ])('explains the cleared day: %j to %j', (value, change, why) =>
    expect(clearedDayMessage(value, change)).toBe(why),
  )

  it('explains exactly when a day is cleared', () => {
    for (const day of dayOptions({ month: '', year: '' })) {
      for (const { value: month } of MONTHS) {
        const gone = splitDate(changeDate(`1981--${day}`, { month })).day === ''
        expect(clearedDayMessage(`1981--${day}`, { month }) !== null, `${day} ${month}`).toBe(gone)
      }
    }
  })
})
