import { dayAfter, isWeekend, weekdaysBetween } from '#domain/time/calendar-days.ts'
import { isPublicHoliday, publicHolidaysBetween } from './public-holidays.ts'

/** Whether a day (yyyy-MM-dd) is one on which business is done: no Saturday, no Sunday, no public holiday. */
export function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !isPublicHoliday(day)
}

/**
 * How many business days there are after one day, up to another and with it, both yyyy-MM-dd; none where it is no later. Not counted one by one:
 * lists and digests ask it of everything that waits, however long ago that began.
 */
export function businessDaysBetween(day: string, until: string): number {
  if (until <= day) return 0
  const holidays = publicHolidaysBetween(dayAfter(day, 1), until).filter((holiday) => !isWeekend(holiday))
  return weekdaysBetween(day, until) - holidays.length
}

/**
 * The business day so many business days after a day, both yyyy-MM-dd. The day itself does not count, whether or not it
 * is one (Interpretation Act 33 of 1957, section 4), so that nothing depends on the hour.
 */
export function businessDayAfter(day: string, count: number): string {
  let reached = day
  for (let left = count; left > 0;) {
    reached = dayAfter(reached, 1)
    if (isBusinessDay(reached)) left -= 1
  }
  return reached
}
