import { isBusinessDay } from '#base/rules/south-africa/business-days.ts'
import { dayOf, formatTime } from '#base/rules/time/dates.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { UserStatus } from '#features/access/rules/statuses.ts'
import type { NotificationChoice } from '#features/notes/rules/notifications/choices.ts'
import type { TodayRow } from '#features/today/rules/today.ts'
import { todayKinds } from './today.ts'

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

/** A digest's content: only counts, no names. */
export interface Digest {
  /** How many rows there are, of them late ones. */
  rows: number
  late: number
  /** Each kind with how many: "Late answer: 2". */
  kinds: string[]
}

/** What a list of work comes to; null without any. */
export function digestOf(rows: readonly TodayRow[]): Digest | null {
  if (rows.length === 0) return null
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)]
  return {
    rows: rows.length,
    late: rows.filter(({ late }) => late).length,
    kinds: kinds.map(([kind, ofKind]) => {
      const count = ofKind.reduce((total, one) => total + one.count, 0)
      return `${todayKinds[kind].label}: ${count.toLocaleString('en-ZA')}`
    }),
  }
}
