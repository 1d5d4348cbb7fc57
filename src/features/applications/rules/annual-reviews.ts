import { dayOf, formatDate } from '#base/rules/time/dates.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** A month of annual reviews is 30 days (specification sections 4 and 9). */
export const REVIEW_MONTH_MS = 30 * DAY_MS

/** After how many months a review is upcoming, and due. */
export interface ReviewMonths {
  upcoming: number
  due: number
}

/** How close a client's annual review is, with the labels for staff. */
export const reviewStatuses = { not_due: 'Not Due', upcoming: 'Upcoming', due: 'Due' } as const
export type ReviewStatus = keyof typeof reviewStatuses
export const reviewStatusNames = Object.keys(reviewStatuses) as [ReviewStatus, ...ReviewStatus[]]

/** Filters of the annual review list. "Notified": mailed since the start of the current period. */
export const reviewFilters = {
  due: reviewStatuses.due,
  upcoming: reviewStatuses.upcoming,
  notified: 'Notified',
} as const
export type ReviewFilter = keyof typeof reviewFilters
export const reviewFilterNames = Object.keys(reviewFilters) as [ReviewFilter, ...ReviewFilter[]]

/** When a client came to the firm, and when their latest annual review was completed. */
export interface ReviewDates {
  onboardedAt: Date | null
  createdAt: Date
  reviewedAt: Date | null
  /** From where reviews are counted since those of an import were spread; null where they were not. */
  reviewCountedFrom: Date | null
}

/**
 * Start of the current review period: the onboarding (or creation, if unknown), the latest completed review, or where a
 * spread begins to count, whichever is latest (decisions, "Annual review"). The view `summarised_applications` agrees.
 */
export function reviewBase({ onboardedAt, createdAt, reviewedAt, reviewCountedFrom }: ReviewDates): Date {
  const starts = [onboardedAt ?? createdAt, reviewedAt, reviewCountedFrom]
  return new Date(Math.max(...starts.map((start) => start?.getTime() ?? 0)))
}

/** Whole months since a time; 0 before it. */
export function monthsSince(since: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - since.getTime()) / REVIEW_MONTH_MS))
}

/** Review status for a period that started at `base`. */
export function reviewStatusOf(base: Date, now: Date, { upcoming, due }: ReviewMonths): ReviewStatus {
  const months = monthsSince(base, now)
  if (months >= due) return 'due'
  return months >= upcoming ? 'upcoming' : 'not_due'
}

/** The latest starts of periods whose review is upcoming or due, for queries. */
export function reviewCutoffs(now: Date, { upcoming, due }: ReviewMonths): { upcoming: Date; due: Date } {
  const monthsAgo = (months: number) => new Date(now.getTime() - months * REVIEW_MONTH_MS)
  return { upcoming: monthsAgo(upcoming), due: monthsAgo(due) }
}

/**
 * Starts of review periods with which reviews fall due evenly over some months from now, the last at their end.
 *
 * @param spread.reviews how many
 * @param spread.over months of 30 days, at most as many as a review period has
 */
export function spreadStarts(
  { reviews, over }: { reviews: number; over: number },
  now: Date,
  { due }: Pick<ReviewMonths, 'due'>,
): Date[] {
  const first = now.getTime() - due * REVIEW_MONTH_MS
  const step = (over * REVIEW_MONTH_MS) / reviews
  return Array.from({ length: reviews }, (_, index) => new Date(Math.round(first + (index + 1) * step)))
}

/** When the next review is due. */
export function nextReviewAt(base: Date, { due }: ReviewMonths): Date {
  return new Date(base.getTime() + due * REVIEW_MONTH_MS)
}

const MONTHS_A_YEAR = 12

/** How often plans are reviewed, at the beginning of a sentence: "Once a year", "Every 2 years", "Every 6 months". */
export function reviewRhythmText({ due }: Pick<ReviewMonths, 'due'>): string {
  if (due === MONTHS_A_YEAR) return 'Once a year'
  return due % MONTHS_A_YEAR === 0 ? `Every ${due / MONTHS_A_YEAR} years` : `Every ${due} months`
}

/** A review with a due date in the past is due now: screens never show a next review in the past. */
export function isOverdue(dueAt: Date, now: Date): boolean {
  return dayOf(dueAt) < dayOf(now)
}

/** When a review is due, after "is due": "on 15 November 2026", or "now (since 15 November 2026)". */
export function reviewDueText(dueAt: Date, now: Date): string {
  return isOverdue(dueAt, now) ? `now (since ${formatDate(dueAt)})` : `on ${formatDate(dueAt)}`
}

/** "Next annual review" as clients read it: never a past day. */
export function nextReviewText(dueAt: Date, now: Date): string {
  return isOverdue(dueAt, now) ? 'Due now: we’ll contact you to arrange it' : formatDate(dueAt)
}

/** Why a client receives no annual review mail; follows the name. */
export const leftOutReasons = {
  'not-due': 'the review is neither due nor upcoming',
  'not-a-client': 'no longer a client',
  'not-ready': 'Compliance is still checking',
} as const
export type LeftOutReason = keyof typeof leftOutReasons
export const leftOutReasonNames = Object.keys(leftOutReasons) as [LeftOutReason, ...LeftOutReason[]]
