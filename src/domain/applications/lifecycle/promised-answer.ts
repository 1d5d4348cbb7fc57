import { businessDayAfter } from '#domain/south-africa/business-days.ts'
import { dayOf } from '#domain/time/dates.ts'

/** Promised response time (specification sections 2 and 9): the last day of "2–3" is what counts. */
export const REVIEWED_WITHIN = '2–3 business days'
const PROMISED_BUSINESS_DAYS = 3

/** The day (yyyy-MM-dd, in South Africa) by which a submission is answered. */
export function answerPromisedBy(sentAt: Date): string {
  return businessDayAfter(dayOf(sentAt), PROMISED_BUSINESS_DAYS)
}
