import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** A time that many days earlier. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
