import { and, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { namedIn } from '#base/rules/identifiers/find.ts'
import { actionsOfGroup } from '#features/audit/rules/events.ts'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import {
  byColumn,
  cursorAt,
  paginate,
  type ListOrders,
  type Page,
  type Slice,
} from '#base/server/lists/paginate.ts'
import { readRows } from '#base/server/lists/read-rows.ts'
import { matchesSearch } from '#base/server/lists/search.ts'
import { notAboutSelf } from './not-about-self.ts'
import { entryColumns, type FoundEvent } from './present.ts'

type Db = Context['database']['db']

/** Where the log is read, and by whom; a call is one. */
export interface LogReader {
  context: {
    database: Pick<Context['database'], 'db' | 'pool'>
    settings: { branding: { referencePrefix: string } }
  }
  actor: Pick<Doer, 'userId'>
}

/** Filters of the log, as the contract parses them. */
export type AuditFilter = ParsedInput<'GET /api/system-admin/audit-logs/export'>['query']

/** Maximum of rows that one page searches; the next page continues after them. */
const ROWS_SEARCHED = 5000

/** Maximum of people that a name in a filter may match. */
const MAX_NAMED = 20

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
  { context, actor }: LogReader,
  present: (event: FoundEvent, prefix: string) => Row,
  { limit, cursor, ...filter }: AuditFilter & { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<Row>> {
  const { database, settings } = context
  const { db } = database
  const [actors, objects, isReadable] = await Promise.all([
    actorsOf(db, filter.user),
    objectsOf(db, filter.about),
    notAboutSelf(db, actor),
  ])
  if (actors?.length === 0 || objects?.length === 0) return { rows: [], total: null, nextCursor: null }
  const { driving, others } = conditionsOf(filter, { actors, objects })
  const readable = [...timesOf(filter), isReadable]
  const isWhole = driving === undefined && others.length === 0 && and(...readable) === undefined
  const request = { sort: 'newest', direction: 'desc', limit, cursor } as const
  const searched = ({ where, orderBy }: Slice) =>
    db
      .select({ at: auditEvents.at, id: auditEvents.id })
      .from(auditEvents)
      .where(and(driving, ...readable, where))
      .orderBy(...orderBy)
  let lastSearched: { at: Date; id: number } | undefined
  const page = await paginate(newestFirst, request, {
    async read(slice) {
      const ids = db.select({ id: sql`id` }).from(searched(slice).limit(ROWS_SEARCHED).as('searched'))
      const isListed =
        others.length === 0
          ? and(driving, ...readable, slice.where)
          : and(inArray(auditEvents.id, ids), ...others)
      const rows = await readRows(
        database,
        isWhole ? `audit ${slice.shape}` : undefined,
        () =>
          db
            .select(entryColumns)
            .from(auditEvents)
            .where(isListed)
            .orderBy(...slice.orderBy)
            .limit(slice.limit),
        slice.values,
      )
      if (others.length > 0 && rows.length < slice.limit) {
        ;[lastSearched] = await searched(slice)
          .offset(ROWS_SEARCHED - 1)
          .limit(1)
          .execute(slice.values)
      }
      return rows
    },
    present: (event) => present(event, settings.branding.referencePrefix),
  })
  if (lastSearched === undefined || page.nextCursor !== null) return page
  return { ...page, total: null, nextCursor: cursorAt(newestFirst, request, lastSearched) }
}

function timesOf({ from, to }: AuditFilter): SQL[] {
  return [
    ...(from === undefined ? [] : [gte(auditEvents.at, new Date(from))]),
    ...(to === undefined ? [] : [lt(auditEvents.at, new Date(to))]),
  ]
}

/** `driving` is the most selective condition with an index, if there is one. */
function conditionsOf(
  { action, group, outcome }: AuditFilter,
  { actors, objects }: { actors: string[] | null; objects: string[] | null },
): { driving: SQL | undefined; others: SQL[] } {
  const [driving, ...others] = [
    ...(objects === null ? [] : [inArray(auditEvents.objectId, objects)]),
    ...(actors === null ? [] : [inArray(auditEvents.actorId, actors)]),
    ...(action === undefined ? [] : [eq(auditEvents.action, action)]),
    ...(outcome === undefined ? [] : [outcome === 'success' ? sql`success` : sql`not success`]),
  ]
  // A group has no index: it may be most of the log.
  return {
    driving,
    others: group === undefined ? others : [...others, inArray(auditEvents.action, actionsOfGroup(group))],
  }
}

/** Ids of the actors to filter by; null for all users. Deleted users can be named by id. */
async function actorsOf(db: Db, user = ''): Promise<string[] | null> {
  if (user === '') return null
  return isUuid(user) ? [user] : idsOfNamed(db, user)
}

/** Ids of the objects to filter by: accounts with their applications, or an application; null for all. */
async function objectsOf(db: Db, about = ''): Promise<string[] | null> {
  if (about === '') return null
  const { id, userId, reference } = applications
  const references = namedIn(about)?.references ?? []
  if (references.length > 0) {
    const named = await db.select({ id }).from(applications).where(inArray(reference, references))
    return named.map((one) => one.id)
  }
  const accounts = isUuid(about) ? [about] : await idsOfNamed(db, about)
  const theirs = await db.select({ id }).from(applications).where(inArray(userId, accounts))
  return [...accounts, ...theirs.map((one) => one.id)]
}

/**
 * Users by username, or else by words of their name.
 *
 * @throws DomainError invalid for a name of too many
 */
async function idsOfNamed(db: Db, text: string): Promise<string[]> {
  const { id, username, searchText } = users
  const find = (where: SQL | undefined) =>
    db
      .select({ id })
      .from(users)
      .where(where)
      .limit(MAX_NAMED + 1)
  const exact = await find(eq(username, text.toLowerCase()))
  const found = exact.length > 0 ? exact : await find(and(...matchesSearch(searchText, text)))
  if (found.length > MAX_NAMED) {
    throw new DomainError('invalid', `“${text}” matches too many people. Please enter more of the name.`)
  }
  return found.map((one) => one.id)
}
