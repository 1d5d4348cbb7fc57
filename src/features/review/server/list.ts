import { and, eq, getTableColumns, gt, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import {
  applicationStatuses,
  statusesWith,
  statusTraits,
  type ApplicationStatus,
} from '#features/access/rules/lifecycle/statuses.ts'
import { namedIn, type Named } from '#base/rules/identifiers/find.ts'
import type { ApplicationSort } from '#base/rules/api/list.ts'
import type { InvitationState } from '#features/accounts/rules/invitations.ts'
import type { PackFilter, PackSummary } from '#features/due-diligence/rules/pack-state.ts'
import type { WaitingOn } from '#features/applications/rules/round/rounds.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { requirePack } from '#features/due-diligence/server/load.ts'
import { matchesPack, packSummary } from '#features/due-diligence/server/list-conditions.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import { prohibitedColumn } from './due-diligence-columns.ts'
import { statusChangedBy } from '#features/review/server/status-changed-by.ts'
import { countRows } from '#base/server/lists/count-rows.ts'
import {
  byColumn,
  paginate,
  type ListOrders,
  type Page,
  type PageRequest,
  type Slice,
} from '#base/server/lists/paginate.ts'
import { matchesSearch } from '#base/server/lists/search.ts'
import { orOfReference } from '#features/imports/server/external-reference.ts'

/** The filter of a list of applications, as the contract parses it. */
export interface Filter {
  status?: readonly ApplicationStatus[] | undefined
  waitingOn?: WaitingOn | undefined
  /** Leaves out applications that wait for this side. */
  exceptWaitingOn?: WaitingOn | undefined
  /** Also applications of any status that wait for this side. */
  alsoWaitingOn?: WaitingOn | undefined
  /** Applications that have not changed for this many days. */
  quietDays?: number | undefined
  /** The manager's id in the admins' list; `none` for applications without a manager. */
  wealthManager?: string | undefined
  invitation?: InvitationState | undefined
  pack?: PackFilter | undefined
}

/** A request for a page of applications, as the contract parses it. */
export interface ListRequest extends Filter, PageRequest<ApplicationSort> {
  search?: string
}

/** The scope and time of a request for a list. */
export interface Asking {
  /** The manager to whose clients the list is limited; null for all applications. */
  managerId: string | null
  /** Further managers whose clients the manager sees as a stand-in. */
  alsoOf?: readonly string[]
  /** Decides which invitations have expired, and which drafts are quiet. */
  now: Date
  /** A United Nations list that is older clears no client. */
  listMaxDays: number
}

/** What lists read with. */
export type ListContext = Pick<Context, 'database' | 'gate'> & { settings: { dueDiligence: { on: boolean } } }

const ranks = applicationStatuses.map((status) => `when '${status}' then ${statusTraits[status].rank}`)
const statusRank = sql<number>`case ${summaries.status} ${sql.raw(ranks.join(' '))} end`

/** Queues start with corrections sent by clients (2), then other applications that wait for staff (1). */
const queueRank = sql<number>`case when ${summaries.waitingOn} = 'staff' then 2
  when ${summaries.waitingOn} is null and ${inArray(summaries.status, statusesWith('awaiting'))} then 1 else 0 end`

const rank = z.number().int().min(0).max(99)

/** The sort orders of application lists. */
export const applicationOrders = {
  name: 'a list in this order',
  keys: {
    applicationId: byColumn(summaries.applicationId),
    createdAt: byColumn(summaries.createdAt),
    nameKey: byColumn(summaries.nameKey),
    statusRank: { value: statusRank, schema: rank, nullable: false },
    queueRank: { value: queueRank, schema: rank, nullable: false },
    queueSince: byColumn(summaries.queueSince),
    submittedAt: byColumn(summaries.submittedAt),
    netWorth: byColumn(summaries.netWorth),
    onboardedAt: byColumn(summaries.onboardedAt),
    statusChangedAt: byColumn(summaries.statusChangedAt),
    lastActiveOn: byColumn(summaries.lastActiveOn),
  },
  orders: {
    createdAt: ['createdAt'],
    fullName: ['nameKey'],
    status: ['statusRank', 'createdAt'],
    queue: ['queueRank', 'queueSince'],
    submittedAt: ['submittedAt'],
    netWorth: ['netWorth'],
    onboardedAt: ['onboardedAt'],
    waitingSince: ['queueSince'],
    statusSince: ['statusChangedAt'],
    lastActivity: ['lastActiveOn'],
  },
  unique: 'applicationId',
} as const satisfies ListOrders<ApplicationSort, string>

const { searchText: _, ...listedColumns } = getTableColumns(summaries)

const referenceOf = sql<string>`(select ${applications.reference} from ${applications}
  where ${eq(applications.id, summaries.applicationId)})`

const promisedBy = sql<string | null>`(select ${applications.answerPromisedBy} from ${applications}
  where ${eq(applications.id, summaries.applicationId)})`

/** The ids of a page: sorting only ids is several times as fast as sorting whole rows. */
export function idsIn(db: Queries, listed: SQL | undefined, { where, orderBy, limit }: Slice) {
  return db
    .select({ id: summaries.applicationId })
    .from(summaries)
    .where(and(listed, where))
    .orderBy(...orderBy)
    .limit(limit)
}

type OfDueDiligence = { pack: SQL<PackSummary | null>; prohibited: SQL<boolean> }

function selectRows(db: Queries, listed: SQL | undefined, slice: Slice, of: OfDueDiligence) {
  return db
    .select({
      ...listedColumns,
      statusRank,
      queueRank,
      wealthManagerName: nameOfUser(summaries.wealthManagerId),
      statusChangedBy: statusChangedBy(summaries.applicationId, summaries.statusChangedAt),
      reference: sql<string>`${referenceOf}`,
      promisedBy: sql<string | null>`${promisedBy}`,
      ...of,
    })
    .from(summaries)
    .where(inArray(summaries.applicationId, idsIn(db, listed, slice)))
    .orderBy(...slice.orderBy)
}

/** A row of application lists. */
export type SummaryRow = Awaited<ReturnType<typeof selectRows>>[number]

/** An application as shown in lists. */
export function presentListed(row: SummaryRow): ListedApplication {
  return {
    id: row.applicationId,
    userId: row.userId,
    status: row.status,
    waitingOn: row.waitingOn,
    currentStep: row.currentStep,
    createdAt: row.createdAt.toISOString(),
    submittedAt: isoOrNull(row.submittedAt),
    onboardedAt: isoOrNull(row.onboardedAt),
    cancelledAt: isoOrNull(row.cancelledAt),
    waitingSince: row.queueRank > 0 ? row.queueSince.toISOString() : null,
    answerPromisedBy: row.promisedBy,
    statusChangedAt: row.statusChangedAt.toISOString(),
    statusChangedBy: row.statusChangedBy,
    lastActiveOn: row.lastActiveOn,
    createdByWealthManagerId: row.wealthManagerId,
    wealthManagerName: row.wealthManagerName,
    unassigned: row.unassigned,
    invitedUntil: isoOrNull(row.invitedUntil),
    fullName: row.fullName,
    emailAddress: row.emailAddress,
    mobileNumber: row.mobileNumber,
    netWorth: row.netWorth === null ? null : Number(row.netWorth),
    pack: row.pack,
    prohibited: row.prohibited,
  }
}

function isoOrNull(time: Date | null): string | null {
  return time?.toISOString() ?? null
}

/**
 * A page of the list of all applications, or of a manager's.
 *
 * @throws DomainError invalid where the cursor continues another list
 */
export function listApplications(
  context: ListContext,
  asking: Asking,
  request: ListRequest,
): Promise<Page<ListedApplication>> {
  return readApplications(context, presentListed, asking, request)
}

/**
 * A page of applications in another presentation.
 *
 * @throws DomainError not-found for a filter by due diligence where it is switched off
 * @param also further conditions; a list with them is counted only where it fits on one page, like a search
 */
export async function readApplications<Row>(
  context: ListContext,
  present: (row: SummaryRow) => Row,
  asking: Asking,
  { search = '', ...request }: ListRequest,
  also?: SQL,
): Promise<Page<Row>> {
  const { settings } = context
  const { db } = context.database
  if (request.pack !== undefined) requirePack(settings)
  const pack = settings.dueDiligence.on ? packSummary(asking.now) : sql<null>`null`
  const named = namedIn(search)
  const matching =
    named === null
      ? await orOfReference(db, search, and(...matchesSearch(summaries.searchText, search)))
      : isOneOf(named)
  const narrowed = matchesFilter(request, asking)
  const isCounted = matching === undefined && also === undefined
  return paginate(applicationOrders, request, {
    read: (slice) =>
      selectRows(db, and(narrowed, matching, also), slice, {
        pack,
        prohibited: prohibitedColumn(context, asking),
      }),
    present,
    ...(isCounted && { count: () => countRows(db, summaries, narrowed) }),
  })
}

/** The condition that an application matches a filter and is in scope; undefined where all do. */
export function matchesFilter(
  { waitingOn, exceptWaitingOn, quietDays, wealthManager, invitation, pack, ...filter }: Filter,
  asking: Asking,
): SQL | undefined {
  const { managerId, alsoOf = [], now } = asking
  return and(
    hasStatus(filter),
    waitingOn && eq(summaries.waitingOn, waitingOn),
    exceptWaitingOn && sql`${summaries.waitingOn} is distinct from ${exceptWaitingOn}`,
    quietDays === undefined ? undefined : lte(summaries.lastActiveOn, dayAfter(dayOf(now), -quietDays)),
    isInBook(managerId === null ? wealthManager : [managerId, ...alsoOf]),
    invitation && (invitation === 'open' ? gt : lte)(summaries.invitedUntil, now),
    pack && matchesPack(pack, asking),
  )
}

function hasStatus({ status, alsoWaitingOn }: Pick<Filter, 'status' | 'alsoWaitingOn'>): SQL | undefined {
  const isOne = status && inArray(summaries.status, [...status])
  return isOne && alsoWaitingOn ? or(isOne, eq(summaries.waitingOn, alsoWaitingOn)) : isOne
}

interface Asker {
  context: { settings: { dueDiligence: { listMaxDays: number } } }
  now: Date
}

/** The list of all clients. */
export function allClients({ context, now }: Asker): Asking {
  return { managerId: null, now, listMaxDays: context.settings.dueDiligence.listMaxDays }
}

/** A manager's list: their own clients, and those of managers whom they stand in for. */
export function ownList({ actor, ...asker }: Asker & { actor: Doer }): Asking {
  const { userId, standsInFor = [] } = actor
  return { ...allClients(asker), managerId: userId, alsoOf: standsInFor }
}

/** The condition that an application belongs to a manager, to one of some, or to none (`none`); all if left out. */
function isInBook(owner: string | readonly string[] | undefined): SQL | undefined {
  if (owner === undefined) return undefined
  return typeof owner === 'string' ? isOwnedBy(owner) : isOfManagers(owner)
}

function isOfManagers(ids: readonly string[]): SQL {
  const [id = '', ...others] = ids
  return others.length === 0
    ? eq(summaries.wealthManagerId, id)
    : inArray(summaries.wealthManagerId, [...ids])
}

function isOwnedBy(owner: string): SQL {
  return owner === 'none' ? sql`${summaries.unassigned}` : eq(summaries.wealthManagerId, owner)
}

/** How many applications match each of some filters, in one statement. */
export async function countEach(db: Queries, filters: readonly Filter[], asking: Asking): Promise<number[]> {
  if (filters.length === 0) return []
  const counts = filters.map((filter) => {
    const matching = matchesFilter(filter, asking) ?? sql`true`
    return sql`(select count(*)::int from ${summaries} where ${matching})`
  })
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts`,
  )
  return rows.flatMap((row) => row.counts)
}

/** The applications that a search identifies by reference or id. */
function isOneOf({ references, ids }: Named): SQL {
  const named = new QueryBuilder()
    .select({ id: applications.id })
    .from(applications)
    .where(or(inArray(applications.reference, references), inArray(applications.id, ids)))
  return inArray(summaries.applicationId, named)
}
