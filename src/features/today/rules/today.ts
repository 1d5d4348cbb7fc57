import type { Role } from '#features/access/rules/roles.ts'
import { daysAgoText, daysSince } from '#features/applications/rules/waiting.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'

/** What there is to do, in order: first what only this person can do. Each with the word of its link. */
export const todayKinds = {
  late: { label: 'Late answer', act: 'Open' },
  assign: { label: 'Assign a wealth manager', act: 'Assign' },
  match: { label: 'Possible sanctions match', act: 'Decide' },
  'sign-off': { label: 'Sign-off', act: 'Decide' },
  corrections: { label: 'Corrections sent', act: 'Review' },
  submitted: { label: 'Application submitted', act: 'Review' },
  documents: { label: 'FICA documents sent', act: 'Review' },
  onboard: { label: 'Ready to onboard', act: 'Open' },
  rate: { label: 'To rate', act: 'Open' },
  renew: { label: 'Checks to renew', act: 'Open' },
  expiring: { label: 'Documents expiring', act: 'Open' },
  'reviews-due': { label: 'Annual reviews due', act: 'Open' },
  'invitations-expired': { label: 'Invitations expired', act: 'Open' },
  'inactive-drafts': { label: 'Inactive drafts', act: 'Open' },
  mentioned: { label: 'You were mentioned', act: 'Open' },
  moved: { label: 'Clients moved to you', act: 'Open' },
  withdrawn: { label: 'Request withdrawn', act: 'Open' },
} as const satisfies Record<string, { label: string; act: string }>

export type TodayKind = keyof typeof todayKinds

export const todayKindNames = Object.keys(todayKinds) as [TodayKind, ...TodayKind[]]

/** Something to do. */
export interface TodayRow {
  kind: TodayKind
  /** Null where it is about several, or about staff. */
  applicationId: string | null
  /** Of the client, or of the member of staff; null where it is about several. */
  name: string | null
  /** The number of clients. */
  count: number
  /** Since when (ISO 8601); null where that says nothing. */
  since: string | null
  /** The day by which an answer was promised. */
  promisedBy: string | null
  late: boolean
  /** The wealth manager, where it is not the reader. */
  manager: string | null
  /** Who asked, or mentioned the reader. */
  by: string | null
  /** A strong match. */
  strong: boolean
  /** Of the match or the request, for Compliance. */
  item: string | null
  /** The note that mentions the reader. */
  note: string | null
  /** The notification, where the row leaves only when it is marked as read. */
  notification: string | null
}

/** How many rows of a kind are shown before the others are asked for. */
export const SHOWN_OF_A_KIND = 3

/** Roles that have a list of what to do. */
export type TodayRole = Extract<Role, 'admin' | 'wealth_manager'>

/** The rows in order: kinds with something late first, then by kind; in a kind the late ones first, then the oldest. */
export function inOrder(rows: readonly TodayRow[]): TodayRow[] {
  const late = new Set(rows.filter((row) => row.late).map(({ kind }) => kind))
  const position = ({ kind }: TodayRow) =>
    (late.has(kind) ? 0 : todayKindNames.length) + todayKindNames.indexOf(kind)
  return rows.toSorted(
    (one, other) =>
      position(one) - position(other) ||
      Number(other.late) - Number(one.late) ||
      (one.since ?? '').localeCompare(other.since ?? ''),
  )
}

/** Tells rows apart. */
export function keyOf({ kind, item, notification, applicationId }: TodayRow): string {
  return `${kind} ${item ?? notification ?? applicationId ?? ''}`
}

/** Whom or what a row is about: the client, or how many. */
export function subjectOf({ name, count }: TodayRow): string {
  return name ?? (count === 1 ? '1 client' : `${count.toLocaleString('en-ZA')} clients`)
}

/** Why a row is there, and since when: "With Pieter van Wyk for 5 days, promised by 25 November 2026". */
export function reasonOf({ kind, since, promisedBy, by, strong, ...row }: TodayRow, now: Date): string {
  const ago = since === null ? '' : agoText(since, now)
  const promised = promisedBy === null ? '' : `, promised by ${formatDay(promisedBy)}`
  const ofColleague = row.manager === null ? '' : `, for ${row.manager}`
  switch (kind) {
    case 'late':
      return `With ${row.manager ?? 'us'} ${since === null ? '' : forText(since, now)}${promised}`
    case 'assign':
      return `Submitted ${ago}${promised}`
    case 'match':
      return `${strong ? 'Strong' : 'Possible'}, found ${ago}`
    case 'sign-off':
      return `Asked by ${by ?? 'a colleague'} ${ago}`
    case 'corrections':
    case 'submitted':
      return `Sent ${ago}${promised}${ofColleague}`
    case 'documents':
      return `To check${ofColleague}`
    case 'onboard':
      return 'All checks complete'
    case 'rate':
      return 'FICA checks complete, not rated yet'
    case 'renew':
      return 'Checks are due within 60 days'
    case 'expiring':
      return 'Within 30 days, or expired'
    case 'reviews-due':
      return 'Notify them, or complete the review'
    case 'invitations-expired':
      return 'They never signed in'
    case 'inactive-drafts':
      return 'No change for a week'
    case 'mentioned':
      return `${by ?? 'A colleague'}, in a note, ${ago}`
    case 'moved':
      return `Since ${ago}`
    case 'withdrawn':
      return `What you asked about has changed, ${ago}`
    default:
      return kind satisfies never
  }
}

/** "today", "yesterday", "5 days ago". */
function agoText(since: string, now: Date): string {
  return daysAgoText(daysSince(dayOf(new Date(since)), now)).toLowerCase()
}

function forText(since: string, now: Date): string {
  const days = daysSince(dayOf(new Date(since)), now)
  return days === 1 ? 'for 1 day' : `for ${days} days`
}
