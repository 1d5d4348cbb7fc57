import { and, eq, gt, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { namedIn, type Named } from '#base/rules/identifiers/find.ts'
import type { ApplicationSort } from '#base/rules/api/list.ts'
import type { InvitationState } from '#features/accounts/rules/invitations.ts'
import type { PackFilter } from '#features/due-diligence/rules/pack-state.ts'
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
import { countRows } from '#base/server/lists/count-rows.ts'
import { paginate, type Page, type PageRequest, type Slice } from '#base/server/lists/paginate.ts'
import { readRows } from '#base/server/lists/read-rows.ts'
import { prohibitedColumn } from './due-diligence-columns.ts'
import { applicationOrders, presentListed, selectRows, type SummaryRow } from './list-rows.ts'
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
  const { database, settings } = context
  const { db } = database
  if (request.pack !== undefined) requirePack(settings)
  const ofDueDiligence = {
    pack: settings.dueDiligence.on ? packSummary(asking.now) : sql<null>`null`,
    prohibited: prohibitedColumn(context, asking),
  }
  const named = namedIn(search)
  const matching =
    named === null
      ? await orOfReference(db, search, and(...matchesSearch(summaries.searchText, search)))
      : isOneOf(named)
  const narrowed = matchesFilter(request, asking)
  const isCounted = matching === undefined && also === undefined
  const { sort, direction, limit, cursor, ...filter } = request
  return paginate(
    applicationOrders,
    { sort, direction, limit, cursor },
    {
      read: (slice) =>
        readRows(
          database,
          isCounted ? shapeOf(slice, filter, asking, settings) : undefined,
          () => selectRows(db, and(narrowed, matching, also), slice, ofDueDiligence),
          slice.values,
        ),
      present,
      ...(isCounted && { count: () => countRows(db, summaries, narrowed) }),
    },
  )
}

/** What the statement of a page depends on; undefined where it depends on the time. */
function shapeOf(
  { shape }: Slice,
  filter: Filter,
  { managerId, alsoOf, now }: Asking,
  { dueDiligence }: ListContext['settings'],
): string | undefined {
  if (filter.invitation !== undefined || filter.pack !== undefined) return undefined
  return JSON.stringify(['applications', shape, filter, managerId, alsoOf, dayOf(now), dueDiligence.on])
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
