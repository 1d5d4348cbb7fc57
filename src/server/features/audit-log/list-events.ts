import { and, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { Context } from '#server/shared/context.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import {
  byColumn,
  cursorAt,
  paginate,
  type ListOrders,
  type Page,
  type Slice,
} from '#server/shared/lists/paginate.ts'
import { entryColumns, type FoundEvent } from './present.ts'

/** Filters of the log, as the contract parses them. */
export type AuditFilter = ParsedInput<'GET /api/system-admin/audit-logs/export'>['query']

/** Maximum of rows that one page searches; the next page continues after them. */
const ROWS_SEARCHED = 5000

const newestFirst = {
  name: 'the audit log',
  keys: { at: byColumn(auditEvents.at), id: byColumn(auditEvents.id) },
  orders: { newest: ['at'] },
  unique: 'id',
} as const satisfies ListOrders<'newest', 'at' | 'id'>

/**
 * Reads a page of the log, the newest rows first. One condition uses an index, the others filter a limited number of
 * its rows, so that the cost does not depend on the size of the log.
 *
 * @throws DomainError invalid for an invalid cursor
 */
export async function listEvents<Row>(
  { database: { db } }: Pick<Context, 'database'>,
  present: (event: FoundEvent) => Row,
  { limit, cursor, ...filter }: AuditFilter & { limit: number; cursor?: string | undefined },
): Promise<Page<Row>> {
  const actorId = await actorOf(db, filter.user)
  if (actorId === undefined) return { rows: [], total: null, nextCursor: null }
  const [driving, ...others] = conditionsOf(filter, actorId)
  const request = { sort: 'newest', direction: 'desc', limit, cursor } as const
  const searched = ({ where, orderBy }: Slice) =>
    db
      .select({ at: auditEvents.at, id: auditEvents.id })
      .from(auditEvents)
      .where(and(driving, ...timesOf(filter), where))
      .orderBy(...orderBy)
  let lastSearched: { at: Date; id: number } | undefined
  const page = await paginate(newestFirst, request, {
    async read(slice) {
      const ids = db.select({ id: sql`id` }).from(searched(slice).limit(ROWS_SEARCHED).as('searched'))
      const isListed =
        others.length === 0
          ? and(driving, ...timesOf(filter), slice.where)
          : and(inArray(auditEvents.id, ids), ...others)
      const rows = await db
        .select(entryColumns)
        .from(auditEvents)
        .where(isListed)
        .orderBy(...slice.orderBy)
        .limit(slice.limit)
      if (others.length > 0 && rows.length < slice.limit) {
        ;[lastSearched] = await searched(slice)
          .offset(ROWS_SEARCHED - 1)
          .limit(1)
      }
      return rows
    },
    present,
  })
  if (lastSearched === undefined) return page
  return { ...page, total: null, nextCursor: cursorAt(newestFirst, request, lastSearched) }
}

function timesOf({ from, to }: AuditFilter): SQL[] {
  return [
    ...(from === undefined ? [] : [gte(auditEvents.at, new Date(from))]),
    ...(to === undefined ? [] : [lt(auditEvents.at, new Date(to))]),
  ]
}

/** The most selective first, which has an index. */
function conditionsOf({ action, outcome }: AuditFilter, actorId: string | null): SQL[] {
  return [
    ...(actorId === null ? [] : [eq(auditEvents.actorId, actorId)]),
    ...(action === undefined ? [] : [eq(auditEvents.action, action)]),
    ...(outcome === undefined ? [] : [outcome === 'success' ? sql`success` : sql`not success`]),
  ]
}

/** The user to filter by: null for all users, undefined for an unknown one. Deleted users can be named by id. */
async function actorOf(
  db: Context['database']['db'],
  user: string | undefined,
): Promise<string | null | undefined> {
  if (user === undefined || user === '') return null
  if (isUuid(user)) return user
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where username = ${user.toLowerCase()}`,
  )
  return rows[0]?.id
}
