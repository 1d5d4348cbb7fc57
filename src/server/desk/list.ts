import type pg from 'pg'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type ApplicationSort,
  type Direction,
} from '#domain/applications/review/list.ts'
import type { Context } from '#server/context.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { Parameters, readInOrder, type ListOrder } from './list-statement.ts'
import { runNamed } from './run-statement.ts'
import { readMatches } from './search.ts'
import { searchTerms } from './search-terms.ts'
import { countByStatus } from './tallies.ts'

/** How many rows are read: in the text of the statements, so that each is planned for what it reads, and once. */
const readSizes = [DEFAULT_PAGE_SIZE + 1, MAX_PAGE_SIZE + 1]

/** What a list is asked for, as the contract parses it. */
export interface ListRequest {
  status?: ApplicationStatus
  sort: ApplicationSort
  direction: Direction
  search?: string
  limit: number
  cursor?: string
}

/** A page of a list. */
export interface ListPage<Row> {
  rows: Row[]
  /** How many the list has in all; null where a search has further pages. */
  total: number | null
  /** Continues the list; null at its end. */
  nextCursor: string | null
}

/** What is kept of an application for lists. */
export interface SummaryRow extends pg.QueryResultRow {
  id: string
  userId: string
  wealthManagerId: string | null
  status: ApplicationStatus
  statusOrder: number
  currentStep: string | null
  createdAt: Date
  submittedAt: Date | null
  onboardedAt: Date | null
  cancelledAt: Date | null
  reviewBaseAt: Date | null
  fullName: string | null
  nameKey: string | null
  emailAddress: string
  mobileNumber: string | null
  netWorth: string | null
}

const COLUMNS = `application_id as id, user_id as "userId", wealth_manager_id as "wealthManagerId", status,
  status_order as "statusOrder", current_step as "currentStep", created_at as "createdAt",
  submitted_at as "submittedAt", onboarded_at as "onboardedAt", cancelled_at as "cancelledAt",
  review_base_at as "reviewBaseAt",
  full_name as "fullName", name_key as "nameKey", email_address as "emailAddress",
  mobile_number as "mobileNumber", net_worth as "netWorth"`

/** The sort key of a row, as a cursor holds it. */
const keyOf = {
  createdAt: (row) => [row.createdAt.toISOString()],
  fullName: (row) => [row.nameKey],
  status: (row) => [row.statusOrder, row.createdAt.toISOString()],
  submittedAt: (row) => [row.submittedAt?.toISOString() ?? null],
  netWorth: (row) => [row.netWorth],
  onboardedAt: (row) => [row.onboardedAt?.toISOString() ?? null],
} as const satisfies Record<ApplicationSort, (row: SummaryRow) => (string | number | null)[]>

/**
 * A page of the list of all applications, or of a manager's.
 *
 * @param managerId null for all
 * @throws Refusal invalid where the cursor continues another list
 */
export async function listApplications(
  { database: { pool } }: Pick<Context, 'database'>,
  managerId: string | null,
  request: ListRequest,
): Promise<ListPage<ListedApplication>> {
  const page = await listSummaries(pool, managerId, request)
  return { ...page, rows: page.rows.map(presentRow) }
}

/** The same, with all that is kept for lists. */
export async function listSummaries(
  pool: pg.Pool,
  managerId: string | null,
  request: ListRequest,
): Promise<ListPage<SummaryRow>> {
  const { status, sort, direction, search = '', limit, cursor } = request
  const order: ListOrder = {
    managerId,
    statusOrder: status === undefined ? null : applicationStatuses.indexOf(status) + 1,
    sort,
    direction,
    after: cursor === undefined ? null : readCursor(cursor, sort, direction),
  }
  const terms = searchTerms(search)
  const counting = countByStatus(pool, managerId).then((counts) => scopeSize(counts, status))
  const enough = readSizes.find((size) => size > limit) ?? MAX_PAGE_SIZE + 1
  const matching = { order, terms, limit: enough, columns: COLUMNS }
  const [found, size] =
    terms.length === 0
      ? await Promise.all([readPage(pool, order, enough), counting])
      : [await readMatches<SummaryRow>(pool, matching, counting), null]
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const isWhole = last === undefined && cursor === undefined
  return {
    rows,
    total: size ?? (isWhole ? rows.length : null),
    nextCursor:
      last === undefined ? null : writeCursor(sort, direction, { key: keyOf[sort](last), id: last.id }),
  }
}

function readPage(pool: pg.Pool, order: ListOrder, limit: number): Promise<SummaryRow[]> {
  const parameters = new Parameters()
  const text = readInOrder(order, { select: COLUMNS, conditions: [], limit }, parameters)
  return runNamed(pool, { text, values: parameters.values })
}

function scopeSize(counts: Record<ApplicationStatus, number>, status: ApplicationStatus | undefined): number {
  if (status !== undefined) return counts[status]
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function presentRow(row: SummaryRow): ListedApplication {
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    currentStep: row.currentStep,
    createdAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    onboardedAt: row.onboardedAt?.toISOString() ?? null,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    createdByWealthManagerId: row.wealthManagerId,
    fullName: row.fullName,
    emailAddress: row.emailAddress,
    mobileNumber: row.mobileNumber,
    netWorth: row.netWorth === null ? null : Number(row.netWorth),
  }
}
