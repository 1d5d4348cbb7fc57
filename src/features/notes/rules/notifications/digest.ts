import { waitSince } from '#features/applications/rules/waiting.ts'
import type { Office } from '#features/brand/rules/office.ts'
import { isBusinessDay } from '#base/rules/south-africa/business-days.ts'
import { dayOf, formatTime } from '#base/rules/time/dates.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { UserStatus } from '#features/access/rules/statuses.ts'
import type { NotificationChoice } from './choices.ts'

/** Daily sending time of the digest on business days, South African time. */
const FROM = '07:00'

/**
 * The day (yyyy-MM-dd, South Africa) whose digest is due now: a business day from 07:00 until its end, otherwise null.
 * A missed digest is sent later that day only.
 */
export function digestDayAt(now: Date): string | null {
  const day = dayOf(now)
  return isBusinessDay(day) && formatTime(now) >= FROM ? day : null
}

/** Roles that applications wait for. */
export const digestRoles = ['admin', 'wealth_manager'] as const satisfies Role[]

/** Whether a user receives the digest: active staff that have signed in and not switched it off. */
export function getsDigest({
  role,
  status,
  off,
}: {
  role: Role
  status: UserStatus
  off: readonly NotificationChoice[]
}): boolean {
  return status === 'active' && digestRoles.some((one) => one === role) && !off.includes('digest:mail')
}

/** Data of a user's digest. */
export interface DigestFacts {
  /** Applications waiting for staff, grouped by the day since when (one timestamp each) and the stored promise. */
  waiting: readonly { since: Date; promisedBy: string | null; count: number }[]
  /** Unassigned clients; 0 for users that do not assign them. */
  unassigned: number
  /** Unread notifications, up to the counting limit. */
  unread: number
}

/** A digest's content: only counts and business days. */
export interface Digest {
  waiting: number
  late: number
  /** Longest wait in business days; null for none. */
  oldestDays: number | null
  unassigned: number
  unread: number
}

/** A user's digest; null without content. */
export function digestOf(
  { waiting, unassigned, unread }: DigestFacts,
  now: Date,
  office: Office,
): Digest | null {
  const waits = waiting.map(({ since, promisedBy, count }) => ({
    ...waitSince(since, now, office, promisedBy),
    count,
  }))
  const total = sum(waits)
  if (total + unassigned + unread === 0) return null
  return {
    waiting: total,
    late: sum(waits.filter(({ late }) => late)),
    oldestDays: total === 0 ? null : Math.max(...waits.map(({ businessDays }) => businessDays)),
    unassigned,
    unread,
  }
}

function sum(counted: readonly { count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0)
}
