import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import {
  applicationStatuses,
  statuses,
  type ApplicationStatus,
} from '#features/access/rules/lifecycle/statuses.ts'
import {
  invitationStateNames,
  invitationStates,
  type InvitationState,
} from '#features/accounts/rules/invitations.ts'
import { packFilterNames, packFilters, type PackFilter } from '#features/due-diligence/rules/pack-state.ts'
import { waitingOn, waitingOnNames, type WaitingOn } from '#features/applications/rules/round/rounds.ts'
import { adminSorts, managerSorts, MAX_PAGE_SIZE, type Direction } from '#base/rules/api/list.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { applicationCountKeys } from '#base/client/lists/application-counts.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import type { ListTexts } from '#base/client/lists/list-section.tsx'
import { defineList } from '#base/client/lists/use-list.ts'
import { nonEmpty, oneOf, searched, sortedFirst, type ViewPart } from '#base/client/lists/view.ts'

export type AdminSort = (typeof adminSorts)[number]
export type ManagerSort = (typeof managerSorts)[number]

/** The view of a list of applications; empty values do not filter. */
export interface ApplicationsView<Sort extends string> {
  /** One status, or several separated by commas. */
  status: string
  waitingOn: WaitingOn | ''
  /** Leaves out those that wait for this party. */
  exceptWaitingOn: WaitingOn | ''
  /** Besides the statuses: also those that wait for this party. */
  alsoWaitingOn: WaitingOn | ''
  /** Unchanged for so many days. */
  quietDays: string
  invitation: InvitationState | ''
  pack: PackFilter | ''
  sort: Sort
  direction: Direction
  search: string
}

/** The admin's view: also a wealth manager's id, or those without one. */
export interface AdminView extends ApplicationsView<AdminSort> {
  wealthManager: string
}

/** Means "no wealth manager", in the address and in the call. */
export const UNASSIGNED = 'none'

const ofManager: ViewPart<string> = {
  first: '',
  read: (text) => (text === UNASSIGNED || /^[\da-f-]{36}$/u.test(text) ? text : undefined),
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

/** The filters that both lists have. */
const narrowed = {
  status: ofStatuses,
  waitingOn: oneOf(waitingOnNames),
  exceptWaitingOn: oneOf(waitingOnNames),
  alsoWaitingOn: oneOf(waitingOnNames),
  quietDays: countOfDays,
  invitation: oneOf(invitationStateNames),
  pack: oneOf(packFilterNames),
}

/** A view as query parameters. */
function queryOf<View extends { quietDays: string }>(view: View) {
  return { ...nonEmpty(view), quietDays: view.quietDays === '' ? undefined : Number(view.quietDays) }
}

/** All applications. */
export const adminList = defineList<ListedApplication, AdminView>({
  key: [...applicationListsKey, 'admin'],
  view: {
    ...narrowed,
    wealthManager: ofManager,
    ...sortedFirst(adminSorts),
    search: searched,
  },
  pageRows: MAX_PAGE_SIZE,
  isWindowed: true,
  isCached: true,
  counts: applicationCountKeys,
  load: (view, page, signal) =>
    callPage('GET /api/admin/applications', { ...queryOf(view), ...page }, signal),
})

/** The applications of a manager's own clients, for the dashboard and the review. */
export const managerList = defineList<ListedApplication, ApplicationsView<ManagerSort>>({
  key: [...applicationListsKey, 'manager'],
  view: {
    ...narrowed,
    ...sortedFirst(managerSorts),
    search: searched,
  },
  pageRows: MAX_PAGE_SIZE,
  isWindowed: true,
  isCached: true,
  counts: applicationCountKeys,
  load: (view, page, signal) =>
    callPage('GET /api/wealth-manager/applications', { ...queryOf(view), ...page }, signal),
})

/** Labels of the sort orders by duration. */
export const timeLabels = {
  waitingSince: 'Waiting Since',
  statusSince: 'Status Since',
  lastActivity: 'Last Activity',
} as const

/** The sort options (specification section 2), and the current order; orders by duration come from columns. */
export function offered<Sort extends string>(
  sorts: Readonly<Record<Sort, string>>,
  sort: Sort,
): Partial<Record<Sort, string>> {
  const shown = Object.entries(sorts).filter(([name]) => name === sort || !(name in timeLabels))
  return Object.fromEntries(shown) as Partial<Record<Sort, string>>
}

/** Texts of lists of applications. */
export const applicationTexts: ListTexts = {
  loading: 'Loading applications...',
  failed: 'The applications could not be loaded',
  moreFailed: 'More applications could not be loaded.',
}

export const applicationNoun = ['application', 'applications'] as const

/** The text of an empty list (specification section 2, "Admin dashboard"). */
export function emptyText(
  { status, waitingOn: on, invitation, pack, search }: ApplicationsView<string>,
  owner = '',
): string {
  if (search !== '') return `Nothing found for “${search}”.`
  if (on !== '') return `No applications that are “${waitingOn[on]}”.`
  if (invitation !== '') return `No applications with “${invitationStates[invitation]}”.`
  if (pack !== '') return `No applications with FICA checks “${packFilters[pack]}”.`
  if (owner === UNASSIGNED) return 'Every application has a wealth manager.'
  if (owner !== '') return 'This wealth manager has no applications.'
  if (status !== '') return `No applications with status ${statusText(status)}.`
  return 'No applications yet. Send an invitation to get started.'
}

/** Adds or removes a status of the address's value, in lifecycle order. */
export function withStatus(value: string, status: ApplicationStatus, isChosen: boolean): string {
  const named = value.split(',')
  return applicationStatuses.filter((name) => (name === status ? isChosen : named.includes(name))).join(',')
}

/** The text of one or several statuses. */
export function statusText(status: string): string {
  const named = status.split(',')
  return applicationStatuses
    .filter((name) => named.includes(name))
    .map((name) => statuses[name])
    .join(', ')
}

/** A label with its count, if loaded. */
export function withCount(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} (${count.toLocaleString('en-ZA')})`
}
