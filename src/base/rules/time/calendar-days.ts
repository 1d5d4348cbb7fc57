/** Milliseconds of a day. South Africa has no daylight saving time. */
export const DAY_MS = 24 * 60 * 60 * 1000
const SUNDAY = 0
const SATURDAY = 6

/** The day (yyyy-MM-dd) a number of days after another; negative for before. */
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

/** Days from Monday to Friday after one day, up to and including another, both yyyy-MM-dd. */
export function weekdaysBetween(day: string, until: string): number {
  return weekdaysUntil(until) - weekdaysUntil(day)
}

/** Counted from Monday, 29 December 1969. */
function weekdaysUntil(day: string): number {
  const days = midnight(day).getTime() / DAY_MS + 4
  const weeks = Math.floor(days / 7)
  return 5 * weeks + Math.min(days - 7 * weeks, 5)
}

/** UTC: calendar days have no zone, and UTC no summer time. */
function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
