import { waitSince } from '#domain/applications/review/waiting.ts'
import { isBusinessDay } from '#domain/south-africa/business-days.ts'
import { dayOf, formatTime } from '#domain/time/dates.ts'
import type { Role } from '#domain/users/roles.ts'
import type { UserStatus } from '#domain/users/statuses.ts'
import type { NotificationChoice } from './choices.ts'

/** From when on a business day its digest goes out, in South Africa. */
const FROM = '07:00'

/**
 * The day (yyyy-MM-dd, in South Africa) whose digest is due at a moment: a business day, from 07:00 until it ends. Null at
 * any other time: what a day missed is made up for on that day, and on no other.
 */
export function digestDayAt(now: Date): string | null {
  const day = dayOf(now)
  return isBusinessDay(day) && formatTime(now) >= FROM ? day : null
}

/** Whom applications wait for. */
export const digestRoles = ['admin', 'wealth_manager'] as const satisfies Role[]

/** Whether somebody gets the digest: whoever works here, has signed in, and has not switched it off. */
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

/** What there is for somebody when their digest is written. */
export interface DigestFacts {
  /** How many applications wait for staff, by the day since when: a moment of each. */
  waiting: readonly { since: Date; count: number }[]
  /** How many clients nobody looks after; none for who does not assign them. */
  unassigned: number
  /** How many notifications they have not read, up to what is counted. */
  unread: number
}

/** What a digest says: counts and business days alone. */
export interface Digest {
  waiting: number
  late: number
  /** How many business days the oldest has waited; null where none waits. */
  oldestDays: number | null
  unassigned: number
  unread: number
}

/** The digest of somebody, or null where it would say nothing. */
export function digestOf({ waiting, unassigned, unread }: DigestFacts, now: Date): Digest | null {
  const waits = waiting.map(({ since, count }) => ({ ...waitSince(since, now), count }))
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
