import type { ListedApplication } from '#domain/api/staff-applications.ts'
import {
  applicationStatuses,
  statuses,
  type ApplicationStatus,
} from '#domain/applications/lifecycle/statuses.ts'
import { invitationStateNames, invitationStates, type InvitationState } from '#domain/users/invitations.ts'
import { waitingOn, waitingOnNames, type WaitingOn } from '#domain/corrections/rounds.ts'
import { adminSorts, managerSorts, MAX_PAGE_SIZE, type Direction } from '#domain/applications/review/list.ts'
import { callPage } from '#client/shared/lib/call-page.ts'
import { applicationCountKeys } from '#client/shared/lists/application-counts.ts'
import { applicationListsKey } from '#client/shared/lists/application-lists-key.ts'
import type { ListWords } from '#client/shared/lists/list-section.tsx'
import { defineList } from '#client/shared/lists/use-list.ts'
import { given, oneOf, searched, sortedFirst, type ViewPart } from '#client/shared/lists/view.ts'

export type AdminSort = (typeof adminSorts)[number]
export type ManagerSort = (typeof managerSorts)[number]

/** What of a list of applications somebody looks at; empty is everything. */
export interface ApplicationsView<Sort extends string> {
  /** One status, or several with commas between them. */
  status: string
  waitingOn: WaitingOn | ''
  /** Leaves out those that wait for them. */
  exceptWaitingOn: WaitingOn | ''
  /** Without a change for so many days. */
  quietDays: string
  invitation: InvitationState | ''
  sort: Sort
  direction: Direction
  search: string
}

/** What admins narrow their list by besides: a wealth manager's id, or those whom nobody looks after. */
export interface AdminView extends ApplicationsView<AdminSort> {
  wealthManager: string
}

/** Stands for no wealth manager, in the address and in the call. */
export const NOBODY = 'none'

const ownedBy: ViewPart<string> = {
  first: '',
  read: (text) => (text === NOBODY || /^[\da-f-]{36}$/u.test(text) ? text : undefined),
}

const anyStatus = `(${applicationStatuses.join('|')})`

const ofStatuses: ViewPart<string> = {
  first: '',
  read: (text) => (new RegExp(`^${anyStatus}(,${anyStatus})*$`, 'u').test(text) ? text : undefined),
}

const countOfDays: ViewPart<string> = {
  first: '',
  read: (text) => (/^[1-9]\d{0,2}$/u.test(text) ? text : undefined),
}

/** What either list is narrowed by. */
const narrowed = {
  status: ofStatuses,
  waitingOn: oneOf(waitingOnNames),
  exceptWaitingOn: oneOf(waitingOnNames),
  quietDays: countOfDays,
  invitation: oneOf(invitationStateNames),
}

/** A view as the call takes it. */
function asked<View extends { quietDays: string }>(view: View) {
  return { ...given(view), quietDays: view.quietDays === '' ? undefined : Number(view.quietDays) }
}

/** All applications. */
export const adminList = defineList<ListedApplication, AdminView>({
  key: [...applicationListsKey, 'admin'],
  view: {
    ...narrowed,
    wealthManager: ownedBy,
    ...sortedFirst(adminSorts),
    search: searched,
  },
  pageRows: MAX_PAGE_SIZE,
  isWindowed: true,
  isKept: true,
  counts: applicationCountKeys,
  load: (view, page, signal) => callPage('GET /api/admin/applications', { ...asked(view), ...page }, signal),
})

/** The applications of a manager's own clients: the dashboard shows them, the review goes from one to the next. */
export const managerList = defineList<ListedApplication, ApplicationsView<ManagerSort>>({
  key: [...applicationListsKey, 'manager'],
  view: {
    ...narrowed,
    ...sortedFirst(managerSorts),
    search: searched,
  },
  pageRows: MAX_PAGE_SIZE,
  isWindowed: true,
  isKept: true,
  counts: applicationCountKeys,
  load: (view, page, signal) =>
    callPage('GET /api/wealth-manager/applications', { ...asked(view), ...page }, signal),
})

/** The sort selector's words for how long things take. */
export const timeLabels = {
  waitingSince: 'Waiting Since',
  statusSince: 'Status Since',
  lastActivity: 'Last Activity',
} as const

/** What the selector offers (specification section 2), and how the list is sorted now: how long things take is sorted by columns. */
export function offered<Sort extends string>(
  sorts: Readonly<Record<Sort, string>>,
  sort: Sort,
): Partial<Record<Sort, string>> {
  const shown = Object.entries(sorts).filter(([name]) => name === sort || !(name in timeLabels))
  return Object.fromEntries(shown) as Partial<Record<Sort, string>>
}

/** What lists of applications say of themselves. */
export const applicationWords: ListWords = {
  loading: 'Loading applications...',
  failed: 'The applications could not be loaded',
  moreFailed: 'More applications could not be loaded.',
}

export const applicationNoun = ['application', 'applications'] as const

/** What a list without rows says (specification section 2, "Admin dashboard"). */
export function emptyText(
  { status, waitingOn: on, invitation, search }: ApplicationsView<string>,
  owner = '',
): string {
  if (search !== '') return `Nothing found for “${search}”.`
  if (on !== '') return `No applications that are “${waitingOn[on]}”.`
  if (invitation !== '') return `No applications with “${invitationStates[invitation]}”.`
  if (owner === NOBODY) return 'Every application has a wealth manager.'
  if (owner !== '') return 'This wealth manager has no applications.'
  if (status !== '') return `No applications with status ${wordsOf(status)}.`
  return 'No applications yet. Send an invitation to get started.'
}

/** Statuses as an address has them, in the order of the lifecycle, with one more or one less. */
export function withStatus(value: string, status: ApplicationStatus, isChosen: boolean): string {
  const named = value.split(',')
  return applicationStatuses.filter((name) => (name === status ? isChosen : named.includes(name))).join(',')
}

/** One status, or several, in words. */
function wordsOf(status: string): string {
  const named = status.split(',')
  return applicationStatuses
    .filter((name) => named.includes(name))
    .map((name) => statuses[name])
    .join(', ')
}

/** The statuses with how many applications there are of each, as far as is known; several where these are chosen. */
export function statusesWithCounts(
  counts: Readonly<Partial<Record<ApplicationStatus, number>>> | undefined,
  chosen: string,
): [string, string][] {
  return [
    ...(chosen.includes(',') ? [[chosen, wordsOf(chosen)] as [string, string]] : []),
    ...applicationStatuses.map((name): [string, string] => [name, withCount(statuses[name], counts?.[name])]),
  ]
}

/** A word with how many there are of it, where that is known. */
export function withCount(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} (${count.toLocaleString('en-ZA')})`
}
