import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { namedIn, type Named } from '#domain/applications/review/find.ts'
import type { ApplicationSort, Direction } from '#domain/applications/review/list.ts'
import type { InvitationState } from '#domain/users/invitations.ts'
import type { WaitingOn } from '#domain/corrections/rounds.ts'
import type { Context } from '#server/context.ts'
import { applicationSummaries as summaries } from '#server/db/review-schema.ts'
import { scopeOf, type Order, type Part } from '#server/lists/keyset.ts'
import { defineList, type List } from '#server/lists/list.ts'
import { readPage, type Page } from '#server/lists/page.ts'
import { amount, field, momentOf, nameOfUser, type Projection } from '#server/lists/projection.ts'
import { equals, whereAll, type Condition, type Written } from '#server/lists/statement.ts'
import { sumOf } from '#server/lists/tallies.ts'
import { dayAfter } from '#domain/time/calendar-days.ts'
import { dayOf } from '#domain/time/dates.ts'
import { draftDaysOf, tallyOf } from './tallies.ts'

/** What of the applications a list has, as the contract parses it. */
export interface Filter {
  status?: readonly ApplicationStatus[] | undefined
  waitingOn?: WaitingOn | undefined
  /** Leaves out those that wait for them. */
  exceptWaitingOn?: WaitingOn | undefined
  /** Those of which nothing has changed for so many days. */
  quietDays?: number | undefined
  /** Of which manager, as an admin asks; `none` for those whom nobody looks after. */
  wealthManager?: string | undefined
  invitation?: InvitationState | undefined
}

/** What a list is asked for, as the contract parses it. */
export interface ListRequest extends Filter {
  sort: ApplicationSort
  direction: Direction
  search?: string
  limit?: number | undefined
  cursor?: string
}

/** Who asks for a list, and when. */
export interface Asking {
  /** Whose clients alone; null for all. */
  managerId: string | null
  /** Decides which invitations ran out, and which drafts are quiet. */
  now: Date
}

/** What lists of applications are sorted by: each has its index. */
export const applicationOrders = {
  createdAt: [summaries.createdAt],
  fullName: [summaries.nameKey],
  status: [summaries.statusOrder, summaries.createdAt],
  queue: [summaries.queueOrder, summaries.queueSince],
  submittedAt: [summaries.submittedAt],
  netWorth: [summaries.netWorth],
  onboardedAt: [summaries.onboardedAt],
  waitingSince: [summaries.queueSince],
  statusSince: [summaries.statusChangedAt],
  lastActivity: [summaries.lastActiveOn],
} as const satisfies Record<ApplicationSort, Order>

/** What every list of applications is, but for what it shows of them. */
export const listOfApplications = {
  name: 'a list in this order',
  table: summaries,
  unique: summaries.applicationId,
  orders: applicationOrders,
  glance: 5_000,
}

/** What lists show of an application. */
export const listedFields: Projection<ListedApplication> = {
  id: field(summaries.applicationId),
  userId: field(summaries.userId),
  status: field(summaries.status),
  waitingOn: field(summaries.waitingOn),
  currentStep: field(summaries.currentStep),
  createdAt: field(summaries.createdAt),
  submittedAt: field(summaries.submittedAt),
  onboardedAt: field(summaries.onboardedAt),
  cancelledAt: field(summaries.cancelledAt),
  waitingSince: momentOf('case when listed.queue_order > 0 then listed.queue_since end'),
  statusChangedAt: field(summaries.statusChangedAt),
  lastActiveOn: field(summaries.lastActiveOn),
  createdByWealthManagerId: field(summaries.wealthManagerId),
  wealthManagerName: nameOfUser(summaries.wealthManagerId),
  unassigned: field(summaries.unassigned),
  invitedUntil: field(summaries.invitedUntil),
  fullName: field(summaries.fullName),
  emailAddress: field(summaries.emailAddress),
  mobileNumber: field(summaries.mobileNumber),
  netWorth: amount(summaries.netWorth),
}

const applications = defineList<ApplicationSort, ListedApplication>({
  ...listOfApplications,
  fields: listedFields,
})

/** By how long things take there is an index of each status, and of the few that wait or are nobody's. */
const ofEachStatus = new Set<ApplicationSort>(['waitingSince', 'statusSince', 'lastActivity'])

/**
 * A page of the list of all applications, or of a manager's.
 *
 * @throws Refusal invalid where the cursor continues another list
 */
export function listApplications(
  context: Pick<Context, 'database'>,
  asking: Asking,
  request: ListRequest,
): Promise<Page<ListedApplication>> {
  return readApplications(context, applications, asking, request)
}

/**
 * The same, with what a list of its own shows of each.
 *
 * @param also what else has to be so of them: only few may be left, since no order has an index of these
 */
export function readApplications<Row>(
  { database }: Pick<Context, 'database'>,
  list: List<ApplicationSort, Row>,
  asking: Asking,
  { search = '', ...request }: ListRequest,
  also: readonly Condition[] = [],
): Promise<Page<Row>> {
  const called = namedIn(search)
  const { where, parts } = narrowedTo(request, asking, request.sort)
  const few = [...also, ...(called === null ? [] : [isOneOf(called)])]
  return readPage(database, list, {
    ...request,
    parts,
    where: [...few, ...where],
    ...(called === null && { search }),
    ...(few.length === 0 && { total: countOf(request, asking) }),
  })
}

/** The rows of a list: what is so of all of them and, where its order has an index of each status alone, these. */
export function narrowedTo(
  { status, waitingOn, exceptWaitingOn, quietDays, wealthManager, invitation }: Filter,
  { managerId, now }: Asking,
  sort?: ApplicationSort,
): { where: Condition[]; parts: Part[] } {
  const owner = managerId ?? wealthManager
  const isNobodys = owner === 'none'
  // Few wait, or are nobody's: these have indexes of their own, in every order.
  const few = waitingOn !== undefined || isNobodys
  const needsStatus = sort !== undefined && ofEachStatus.has(sort)
  const statuses = status ?? (needsStatus && !few ? applicationStatuses : [])
  return {
    where: [
      ...(waitingOn === undefined ? [] : [equals(summaries.waitingOn, waitingOn)]),
      ...(isNobodys ? [isUnassigned] : []),
      ...(owner === undefined || isNobodys ? [] : [equals(summaries.wealthManagerId, owner)]),
      ...(exceptWaitingOn === undefined ? [] : [isNotWaitingOn(exceptWaitingOn)]),
      ...(quietDays === undefined ? [] : [isQuietSince(quietSince(quietDays, now))]),
      ...(invitation === undefined ? [] : [invitationIs(invitation, now)]),
      ...(few && statuses.length > 0 ? [isAtAny(statuses)] : []),
    ],
    parts: few ? [] : statuses.map((one) => ({ column: summaries.statusOrder, value: placeOf(one) })),
  }
}

/** How many there are, in SQL, without looking at all of them; undefined where that cannot be told. */
export function countOf(filter: Filter, asking: Asking): Written | undefined {
  const { waitingOn, exceptWaitingOn, quietDays, invitation, wealthManager, status } = filter
  if (invitation !== undefined) return undefined
  const oneByOne = () => countedOneByOne(narrowedTo(filter, asking))
  // Of those that wait for somebody and are something else too there are few: along their index.
  if (waitingOn !== undefined && (quietDays ?? exceptWaitingOn) !== undefined) return oneByOne()
  if (exceptWaitingOn !== undefined) {
    const all = { ...filter, exceptWaitingOn: undefined }
    return difference(countOf(all, asking), countOf({ ...all, waitingOn: exceptWaitingOn }, asking))
  }
  const owner = asking.managerId ?? wealthManager ?? null
  const keys = status !== undefined && { keys: status }
  if (quietDays === undefined) {
    if (owner !== 'none') return sumOf({ scope: tallyOf(owner, waitingOn), ...keys })
    return waitingOn === undefined ? sumOf({ scope: 'unassigned', ...keys }) : oneByOne()
  }
  if (!isOfDrafts(filter)) return undefined
  if (owner === 'none') return oneByOne()
  // Those that somebody worked at lately are of a few days, however many years drafts go back.
  const lately = sumOf({ scope: draftDaysOf(owner), after: quietSince(quietDays, asking.now) })
  return difference(sumOf({ scope: tallyOf(owner), keys: ['draft'] }), lately)
}

function difference(all: Written | undefined, left: Written | undefined): Written | undefined {
  return all && left && ((parameters) => `(${all(parameters)} - ${left(parameters)})`)
}

/** Along an index of the few there are. */
function countedOneByOne(rows: ReturnType<typeof narrowedTo>): Written {
  return (parameters) =>
    `(select count(*)::int from application_summaries${whereAll(scopeOf(rows, parameters))})`
}

/** That nobody looks after it: in the words of the indexes that hold no others. */
const isUnassigned: Condition = () => 'unassigned'

/** That it has a status. */
export function isAt(status: ApplicationStatus): Condition {
  return equals(summaries.statusOrder, placeOf(status))
}

function isAtAny(statuses: readonly ApplicationStatus[]): Condition {
  return (parameters) => `status_order = any(${parameters.add(statuses.map(placeOf))}::smallint[])`
}

/** The place of a status in the lifecycle, as `status_order` has it. */
export function placeOf(status: ApplicationStatus): number {
  return applicationStatuses.indexOf(status) + 1
}

function isNotWaitingOn(whom: WaitingOn): Condition {
  return (parameters) => `waiting_on is distinct from ${parameters.add(whom)}`
}

/** The last day on which something may have changed of what has been quiet for so many days. */
function quietSince(days: number, now: Date): string {
  return dayAfter(dayOf(now), -days)
}

function isQuietSince(day: string): Condition {
  return (parameters) => `last_active_on <= ${parameters.add(day)}::date`
}

function isOfDrafts({ status }: Filter): boolean {
  return status?.length === 1 && status[0] === 'draft'
}

/** That an invitation waits to be used, or ran out before it was. */
function invitationIs(state: InvitationState, now: Date): Condition {
  const sign = state === 'open' ? '>' : '<='
  return (parameters) => `invited_until ${sign} ${parameters.add(now.toISOString())}::timestamptz`
}

/** Those that somebody names: so few are looked up first, whatever the order. */
function isOneOf({ references, ids }: Named): Condition {
  return (parameters) => `${summaries.applicationId.name} = any(array(
    select id from applications where reference = any(${parameters.add(references)}::text[])
    union select id from applications where id = any(${parameters.add(ids)}::uuid[])))`
}

/** Those that are named by their ids. */
export function isAmong(ids: readonly string[]): Condition {
  return (parameters) => `${summaries.applicationId.name} = any(${parameters.add(ids)}::uuid[])`
}

/** Those of one number, whichever of the keys its hash was made with. */
export function isOfNumber(hashes: readonly Buffer[]): Condition {
  return (parameters) => `${summaries.applicationId.name} = any(array(
    select id from applications where id_number_hash = any(${parameters.add(hashes)}::bytea[])))`
}
