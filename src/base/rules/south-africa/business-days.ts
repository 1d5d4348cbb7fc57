import { dayAfter, isWeekend, weekdaysBetween } from '#base/rules/time/calendar-days.ts'
import { isPublicHoliday, publicHolidaysBetween } from './public-holidays.ts'

/** Whether a day (yyyy-MM-dd) is no weekend or public holiday. */
export function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !isPublicHoliday(day)
}

/**
 * Business days after one day, up to and including another, both yyyy-MM-dd; 0 if not later. Constant time, since lists
 * and digests call it for every waiting item.
 *
 * @param closedDays further days that do not count, without repetitions
 */
export function businessDaysBetween(day: string, until: string, closedDays: readonly string[] = []): number {
  if (until <= day) return 0
  const holidays = publicHolidaysBetween(dayAfter(day, 1), until).filter((holiday) => !isWeekend(holiday))
  const closed = closedDays.filter((one) => one > day && one <= until && isBusinessDay(one))
  return weekdaysBetween(day, until) - holidays.length - closed.length
}

/**
 * The nth business day after a day, both yyyy-MM-dd. The day itself never counts (Interpretation Act 33 of 1957,
 * section 4), so the time of day is irrelevant.
 *
 * @param closedDays further days that do not count, without repetitions
 */
export function businessDayAfter(day: string, count: number, closedDays: readonly string[] = []): string {
  let reached = day
  for (let left = count; left > 0;) {
    reached = dayAfter(reached, 1)
    if (isBusinessDay(reached) && !closedDays.includes(reached)) left -= 1
  }
  return reached
}
