import type { Office } from '#features/brand/rules/office.ts'
import { businessDayAfter } from '#base/rules/south-africa/business-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'

/**
 * The day (yyyy-MM-dd, in South Africa) by which a submission is answered (specification sections 2 and 9): of "2–3"
 * business days the last one counts.
 */
export function answerPromisedBy(sentAt: Date, { closedDays, reviewTo }: Office): string {
  return businessDayAfter(dayOf(sentAt), reviewTo, closedDays)
}

/**
 * The promised day of an application: as stored when it was promised, whatever the firm's calendar is now. Computed for
 * a promise that was made before promises were stored.
 */
export function promisedDay(stored: string | null, since: Date, office: Office): string {
  return stored ?? answerPromisedBy(since, office)
}
