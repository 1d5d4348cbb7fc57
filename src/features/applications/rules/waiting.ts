import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Office } from '#features/brand/rules/office.ts'
import { businessDaysBetween } from '#base/rules/south-africa/business-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { promisedDay } from '#features/applications/rules/lifecycle/promised-answer.ts'

/** Waiting time for staff: business days, the promised day, and whether it has passed. */
export interface Wait {
  businessDays: number
  promisedBy: string
  late: boolean
}

/**
 * How long an application has waited for staff.
 *
 * @param promised the stored day of the promise; null if none is stored
 */
export function waitSince(since: Date, now: Date, office: Office, promised: string | null): Wait {
  const promisedBy = promisedDay(promised, since, office)
  const today = dayOf(now)
  const businessDays = businessDaysBetween(dayOf(since), today, office.closedDays)
  return { businessDays, promisedBy, late: today > promisedBy }
}

/** Calendar days from one day (yyyy-MM-dd) until now, in South Africa. */
export function daysSince(day: string, now: Date): number {
  return Math.max(0, Math.round((Date.parse(dayOf(now)) - Date.parse(day)) / DAY_MS))
}

/** "Today", "Yesterday", "12 days ago". */
export function daysAgoText(days: number): string {
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : `${days.toLocaleString('en-ZA')} days ago`
}

/** "Today", "1 day", "12 days". */
export function daysText(days: number): string {
  if (days === 0) return 'Today'
  return `${days.toLocaleString('en-ZA')} ${days === 1 ? 'day' : 'days'}`
}
