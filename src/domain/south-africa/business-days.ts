import { dayAfter, isWeekend } from '#domain/time/calendar-days.ts'
import { isPublicHoliday } from './public-holidays.ts'

/** Whether a day (yyyy-MM-dd) is one on which business is done: no Saturday, no Sunday, no public holiday. */
export function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !isPublicHoliday(day)
}

/** How many business days there are after one day, up to another and with it, both yyyy-MM-dd; none where it is no later. */
export function businessDaysBetween(day: string, until: string): number {
  let count = 0
  for (let reached = dayAfter(day, 1); reached <= until; reached = dayAfter(reached, 1)) {
    if (isBusinessDay(reached)) count += 1
  }
  return count
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
