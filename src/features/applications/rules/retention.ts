import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { dayOf } from '#base/rules/time/dates.ts'

/**
 * Retention after the relationship ended: Financial Intelligence Centre Act 38 of 2001, section 23, and Financial
 * Advisory and Intermediary Services Act 37 of 2002, section 18. Longer retention has no legal ground (Protection of
 * Personal Information Act 4 of 2013, section 14).
 */
export const RETENTION_YEARS = 5

/** Facts that determine whether a relationship has ended. */
export interface RelationshipFacts {
  status: ApplicationStatus
  statusChangedAt: Date
  /** Latest change of the answers. */
  updatedAt: Date
  /** Latest completed annual review. */
  reviewedAt: Date | null
  /** Deactivation of the account. */
  deactivatedAt: Date | null
  /** The client's latest activity; null if unknown. */
  lastActedAt: Date | null
}

/**
 * When a relationship ends, by status; deactivating the account always ends it. A draft ends after inactivity; a
 * rejection or cancellation ends it; all other statuses continue.
 */
const ends: Record<ApplicationStatus, (facts: RelationshipFacts) => Date | null> = {
  draft: ({ updatedAt, lastActedAt }) => latest(updatedAt, lastActedAt),
  rejected: ({ statusChangedAt }) => statusChangedAt,
  cancelled: ({ statusChangedAt }) => statusChangedAt,
  submitted: () => null,
  under_review: () => null,
  approved: () => null,
  onboarded: () => null,
}

/**
 * When the relationship ended; null while it lasts. The latest of several ends and later reviews counts, so that doubts
 * lengthen the retention.
 */
export function relationshipEndedAt(facts: RelationshipFacts): Date | null {
  const ended = latest(ends[facts.status](facts), facts.deactivatedAt)
  return ended === null ? null : latest(ended, facts.reviewedAt)
}

/** The last retention day (yyyy-MM-dd, in South Africa). */
export function retentionEndsOn(endedAt: Date): string {
  const day = dayOf(endedAt)
  return `${Number(day.slice(0, 4)) + RETENTION_YEARS}${day.slice(4)}`
}

/** Whether the retention has ended and records must be erased. */
export function isRetentionOver(endedAt: Date, now: Date): boolean {
  // Compared as texts: for 29 February, retention ends on the 28th five years later.
  return dayOf(now) > retentionEndsOn(endedAt)
}

/** The day (yyyy-MM-dd, in South Africa) before which records ended whose retention is over: compared as texts. */
export function erasedBefore(now: Date): string {
  const day = dayOf(now)
  return `${Number(day.slice(0, 4)) - RETENTION_YEARS}${day.slice(4)}`
}

function latest(...times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time === null ? [] : [time.getTime()]))
  return known.length === 0 ? null : new Date(Math.max(...known))
}
