import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { referenceIn } from '#domain/applications/reference.ts'
import type { ApplicationSort, Direction } from '#domain/applications/review/list.ts'
import type { InvitationState } from '#domain/users/invitations.ts'
import type { WaitingOn } from '#domain/corrections/rounds.ts'
import type { Context } from '#server/context.ts'
import { applicationSummaries as summaries } from '#server/db/review-schema.ts'
import type { Order } from '#server/lists/keyset.ts'
import { defineList } from '#server/lists/list.ts'
import { readPage, type Page } from '#server/lists/page.ts'
import { amount, field, nameOfUser } from '#server/lists/projection.ts'
import { equals, type Condition } from '#server/lists/statement.ts'
import { tallyOf } from './tallies.ts'

/** What a list is asked for, as the contract parses it. */
export interface ListRequest {
  status?: ApplicationStatus
  waitingOn?: WaitingOn
  /** Of which manager, as an admin asks; `none` for those whom nobody looks after. */
  wealthManager?: string
  invitation?: InvitationState
  sort: ApplicationSort
  direction: Direction
  search?: string
  limit: number
  cursor?: string
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
} as const satisfies Record<ApplicationSort, Order>

/** What every list of applications is, but for what it shows of them. */
export const listOfApplications = {
  name: 'a list in this order',
  table: summaries,
  unique: summaries.applicationId,
  orders: applicationOrders,
  glance: 5_000,
}

const applications = defineList<ApplicationSort, ListedApplication>({
  ...listOfApplications,
  fields: {
    id: field(summaries.applicationId),
    userId: field(summaries.userId),
    status: field(summaries.status),
    waitingOn: field(summaries.waitingOn),
    currentStep: field(summaries.currentStep),
    createdAt: field(summaries.createdAt),
    submittedAt: field(summaries.submittedAt),
    onboardedAt: field(summaries.onboardedAt),
    cancelledAt: field(summaries.cancelledAt),
    createdByWealthManagerId: field(summaries.wealthManagerId),
    wealthManagerName: nameOfUser(summaries.wealthManagerId),
    unassigned: field(summaries.unassigned),
    invitedUntil: field(summaries.invitedUntil),
    fullName: field(summaries.fullName),
    emailAddress: field(summaries.emailAddress),
    mobileNumber: field(summaries.mobileNumber),
    netWorth: amount(summaries.netWorth),
  },
})

/**
 * A page of the list of all applications, or of a manager's.
 *
 * @param managerId null for all
 * @param now decides which invitations ran out
 * @throws Refusal invalid where the cursor continues another list
 */
export function listApplications(
  { database }: Pick<Context, 'database'>,
  { managerId, now }: { managerId: string | null; now: Date },
  { status, waitingOn, wealthManager, invitation, search = '', ...request }: ListRequest,
): Promise<Page<ListedApplication>> {
  const owner = managerId ?? (wealthManager === 'none' ? null : (wealthManager ?? null))
  const unassigned = managerId === null && wealthManager === 'none'
  const reference = referenceIn(search)
  const scope = unassigned ? 'unassigned' : tallyOf(owner)
  return readPage(database, applications, {
    ...request,
    ...(reference === null && { search }),
    where: [
      ...(reference === null ? [] : [isCalled(reference)]),
      ...scopeOf(owner, status, waitingOn),
      ...(unassigned ? [isUnassigned] : []),
      ...(invitation === undefined ? [] : [invitationIs(invitation, now)]),
    ],
    // Nobody counts who is waited for, what depends on the moment, or who bears a reference.
    ...(waitingOn === undefined &&
      invitation === undefined &&
      reference === null && { tally: { scope, ...(status !== undefined && { keys: [status] }) } }),
  })
}

/** That nobody looks after it: in the words of the indexes that hold no others. */
export const isUnassigned: Condition = () => 'unassigned'

/** That an invitation waits to be used, or ran out before it was. */
function invitationIs(state: InvitationState, now: Date): Condition {
  const sign = state === 'open' ? '>' : '<='
  return (parameters) => `invited_until ${sign} ${parameters.add(now.toISOString())}::timestamptz`
}

/** The one that bears a reference, as the database keeps it. */
function isCalled(reference: string): Condition {
  return (parameters) =>
    `${summaries.applicationId.name} = (select id from applications where reference = ${parameters.add(reference)})`
}

/** The applications of a manager, or all (null), of one status or of any, that wait for somebody or whether or not they do. */
export function scopeOf(
  managerId: string | null,
  status: ApplicationStatus | undefined,
  waitingOn?: WaitingOn,
): Condition[] {
  return [
    ...(waitingOn === undefined ? [] : [equals(summaries.waitingOn, waitingOn)]),
    ...(managerId === null ? [] : [equals(summaries.wealthManagerId, managerId)]),
    ...(status === undefined ? [] : [equals(summaries.statusOrder, applicationStatuses.indexOf(status) + 1)]),
  ]
}
