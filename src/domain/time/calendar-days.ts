const DAY_MS = 24 * 60 * 60 * 1000
const SUNDAY = 0
const SATURDAY = 6

/** The day (yyyy-MM-dd) so many days after another; before it where the number is negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(midnight(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Whether a day (yyyy-MM-dd) is a Sunday. */
export function isSunday(day: string): boolean {
  return midnight(day).getUTCDay() === SUNDAY
}

/** Whether a day (yyyy-MM-dd) is a Saturday or a Sunday. */
export function isWeekend(day: string): boolean {
  return isSunday(day) || midnight(day).getUTCDay() === SATURDAY
}

/** How many days from Monday to Friday there are after one day, up to another and with it, both yyyy-MM-dd. */
export function weekdaysBetween(day: string, until: string): number {
  return weekdaysUntil(until) - weekdaysUntil(day)
}

/** From Monday, 29 December 1969 on: the first of 1970 was a Thursday, the fourth day of its week. */
function weekdaysUntil(day: string): number {
  const days = midnight(day).getTime() / DAY_MS + 4
  const weeks = Math.floor(days / 7)
  return 5 * weeks + Math.min(days - 7 * weeks, 5)
}

/** Days of the calendar have no zone: UTC has neither summer time nor a day that is missing. */
function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
