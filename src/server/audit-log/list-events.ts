import { sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { Context } from '#server/context.ts'
import { auditEvents } from '#server/db/audit-schema.ts'
import { defineList, type List } from '#server/lists/list.ts'
import { noRows, readPage, type Page } from '#server/lists/page.ts'
import { field, type Projection } from '#server/lists/projection.ts'
import { equals, type Condition } from '#server/lists/statement.ts'
import { securityEntry, systemEntry } from './present.ts'

/** What the log is narrowed by, as the contract parses it. */
export type AuditFilter = ParsedInput<'GET /api/system-admin/audit-logs/export'>['query']

/** How many rows one page looks through for those that fit: what takes longer goes on with the next page. */
const ROWS_SEARCHED = 5000

/** The log in one of its views, the newest row first. */
export type LogView<Row> = List<'newest', Row>

function viewOf<Row extends object>(fields: Projection<Row>): LogView<Row> {
  return defineList<'newest', Row>({
    name: 'the audit log',
    table: auditEvents,
    unique: auditEvents.id,
    orders: { newest: [auditEvents.at] },
    fields,
  })
}

export const systemLog = viewOf(systemEntry)
export const securityLog = viewOf(securityEntry)
/** For those who take the log with them: the details too. */
export const wholeLog = viewOf({ ...systemEntry, details: field(auditEvents.details) })

/**
 * Reads a page of the log, the newest rows first. One condition is found by an index in that order, the others are
 * looked for among the rows that it finds, and only so far: a page costs the same however long the log is.
 *
 * @throws Refusal invalid where the cursor is no place of the log
 */
export async function listEvents<Row>(
  { database }: Pick<Context, 'database'>,
  view: LogView<Row>,
  { limit, cursor, ...filter }: AuditFilter & { limit: number; cursor?: string | undefined },
): Promise<Page<Row>> {
  const actorId = await actorOf(database.db, filter.user)
  if (actorId === undefined) return noRows
  const [driving, ...others] = conditionsOf(filter, actorId)
  return readPage(database, view, {
    sort: 'newest',
    direction: 'desc',
    limit,
    cursor,
    where: [...(driving === undefined ? [] : [driving]), ...timesOf(filter)],
    among: others.length === 0 ? undefined : { rows: ROWS_SEARCHED, where: others },
  })
}

function timesOf({ from, to }: AuditFilter): Condition[] {
  const since =
    (moment: string): Condition =>
    (parameters) =>
      `at >= ${parameters.add(moment)}`
  const before =
    (moment: string): Condition =>
    (parameters) =>
      `at < ${parameters.add(moment)}`
  return [...(from === undefined ? [] : [since(from)]), ...(to === undefined ? [] : [before(to)])]
}

/** The narrowest first: that one an index serves. */
function conditionsOf({ action, outcome }: AuditFilter, actorId: string | null): Condition[] {
  return [
    ...(actorId === null ? [] : [equals(auditEvents.actorId, actorId)]),
    ...(action === undefined ? [] : [equals(auditEvents.action, action)]),
    ...(outcome === undefined ? [] : [() => (outcome === 'success' ? 'success' : 'not success')]),
  ]
}

/** Who is meant: null for everybody, undefined for nobody there is. A user who is gone can be named by id. */
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
