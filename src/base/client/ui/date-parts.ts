import { daysInMonth } from '#base/rules/time/date-of-birth.ts'
import { MONTHS as MONTH_NAMES } from '#base/rules/time/months.ts'

/** Day, month and year of the selectors: two, two and four digits, or '' while not chosen. */
export type DateParts = { day: string; month: string; year: string }

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** The months with their two-digit values. */
export const MONTHS = MONTH_NAMES.map((label, index) => ({ value: twoDigits(index + 1), label }))

/** The years from the last one back to the first. */
export function yearsBack(last: number, first: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, back) => String(last - back))
}

/** How many days a month has; without a year, February has 29, without a month there are 31. */
export function daysIn({ month, year }: Pick<DateParts, 'month' | 'year'>): number {
  if (!month) return 31
  return daysInMonth(year ? Number(year) : undefined, Number(month))
}

/** The days that may be chosen. */
export function dayOptions(parts: Pick<DateParts, 'month' | 'year'>): string[] {
  return Array.from({ length: daysIn(parts) }, (_, index) => twoDigits(index + 1))
}

/** Splits `yyyy-MM-dd`, with any part left blank ("1980--", "-02-"), or ''. */
export function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

/** The inverse of `splitDate`: '' when nothing is chosen. */
export function joinDate({ day, month, year }: DateParts): string {
  return day || month || year ? `${year}-${month}-${day}` : ''
}

/**
 * The date after one selector changed. A day that the month does not have is cleared rather than moved, so that a
 * birthday never changes unnoticed.
 */
export function changeDate(value: string, change: Partial<DateParts>): string {
  const parts = { ...splitDate(value), ...change }
  const dayExists = Number(parts.day) <= daysIn(parts)
  return joinDate(dayExists ? parts : { ...parts, day: '' })
}

/**
 * Why a changed selector cleared the day; null if it did not. That is 29 February in a common year, else a day that the
 * month never has.
 */
export function clearedDayMessage(value: string, change: Partial<DateParts>): string | null {
  const parts = { ...splitDate(value), ...change }
  if (Number(parts.day) <= daysIn(parts)) return null
  const month = MONTH_NAMES[Number(parts.month) - 1]
  const leapDay = parts.month === '02' && parts.day === '29'
  const reason = leapDay
    ? `${parts.year} is not a leap year, so it has no 29 February`
    : `${month} has no day ${parts.day}`
  return `${reason}. Please choose the day again.`
}
