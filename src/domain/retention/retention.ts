import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { dayOf } from '#domain/time/dates.ts'

/**
 * For how long a client's records are kept after the relationship ended: Financial Intelligence Centre Act 38 of 2001,
 * section 23, and Financial Advisory and Intermediary Services Act 37 of 2002, section 18. Longer than that there is no
 * ground for it (Protection of Personal Information Act 4 of 2013, section 14).
 */
export const RETENTION_YEARS = 5

/** What tells whether a client is one still. */
export interface RelationshipFacts {
  status: ApplicationStatus
  statusChangedAt: Date
  /** When answers were last changed. */
  updatedAt: Date
  /** When the latest annual review was completed. */
  reviewedAt: Date | null
  /** When the account was deactivated. */
  deactivatedAt: Date | null
  /** When the client last did anything here; null where nothing is known of it. */
  lastActedAt: Date | null
}

/**
 * What ends a relationship at each status, apart from an account that is deactivated, which always does:
 *
 * - somebody who never submitted is no client, and none to come once nothing was heard of them;
 * - a rejection or a cancellation ends it;
 * - everybody else is being advised, or waits to be.
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
 * When the relationship with a client ended; null while it lasts. Where several things ended it, the last of them
 * counts, and so does a review that came after: in doubt records are kept too long rather than too short.
 */
export function relationshipEndedAt(facts: RelationshipFacts): Date | null {
  const ended = latest(ends[facts.status](facts), facts.deactivatedAt)
  return ended === null ? null : latest(ended, facts.reviewedAt)
}

/** The last day (yyyy-MM-dd, in South Africa) on which records are kept. */
export function retentionEndsOn(endedAt: Date): string {
  const day = dayOf(endedAt)
  return `${Number(day.slice(0, 4)) + RETENTION_YEARS}${day.slice(4)}`
}

/** Whether the records of a relationship that ended then are to be erased. */
export function isRetentionOver(endedAt: Date, now: Date): boolean {
  // As texts: what ended on a 29 February is kept until the 28th, five years on, has passed.
  return dayOf(now) > retentionEndsOn(endedAt)
}

function latest(...times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time === null ? [] : [time.getTime()]))
  return known.length === 0 ? null : new Date(Math.max(...known))
}
