import { sql, type SQL } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { AuditAction } from '#domain/audit/events.ts'
import { sentMoment } from '#domain/time/sent-moment.ts'
import type { Context } from '#server/context.ts'
import { packPosition, unpackPosition } from '#server/lists/packed-position.ts'

/** What the log is narrowed by, as the contract parses it. */
export type AuditFilter = ParsedInput<'GET /api/system-admin/audit-logs/export'>['query']

/** A place in the log, which is read from the newest back. */
export interface LogPosition {
  at: Date
  id: number
}

/** A row of the log as lists read it. */
export interface LoggedEvent extends LogPosition {
  action: AuditAction
  success: boolean
  actorId: string | null
  actorName: string | null
  objectId: string | null
  ip: string | null
  details: Record<string, unknown>
}

/** A part of the log, and where it goes on; null at its end. */
export interface LogPage {
  rows: LoggedEvent[]
  next: LogPosition | null
}

/** How many rows one page looks through for those that fit: what takes longer goes on with the next page. */
const ROWS_SEARCHED = 5000

interface EventRow extends Record<string, unknown> {
  id: string
  at: Date
  action: AuditAction
  success: boolean
  actor_id: string | null
  actor_name: string | null
  object_id: string | null
  ip: string | null
  details: Record<string, unknown>
}

/**
 * Reads a page of the log, the newest rows first. One condition is found by an index in that order, the others are
 * looked for among the rows that it finds, and only so far: a page costs the same however long the log is.
 */
export async function listEvents(
  { database: { db } }: Pick<Context, 'database'>,
  filter: AuditFilter,
  { limit, after }: { limit: number; after: LogPosition | null },
): Promise<LogPage> {
  const actorId = await actorOf(db, filter.user)
  if (actorId === undefined) return { rows: [], next: null }
  const { driving, others } = conditionsOf(filter, actorId)
  const candidates = sql`select * from audit_events where ${allOf([...driving, ...placeOf(after), ...timesOf(filter)])}
    order by at desc, id desc`
  const { rows } = await db.execute<EventRow>(sql`
    select event.id, event.at, event.action, event.success, event.actor_id, event.object_id, host(event.ip) as ip,
      event.details, coalesce(users.full_name, users.username) as actor_name
    from (
      select * from (${candidates} limit ${ROWS_SEARCHED}) as candidate
      where ${allOf(others)} order by at desc, id desc limit ${limit + 1}
    ) as event left join users on users.id = event.actor_id
    order by event.at desc, event.id desc`)
  const page = rows.slice(0, limit).map(toEvent)
  const last = page.at(-1)
  if (rows.length > limit && last) return { rows: page, next: { at: last.at, id: last.id } }
  const { rows: end } = await db.execute<{ at: Date; id: string }>(
    sql`select at, id from (${candidates} offset ${ROWS_SEARCHED - 1} limit 1) as last_searched`,
  )
  return { rows: page, next: end[0] ? { at: new Date(end[0].at), id: Number(end[0].id) } : null }
}

function allOf(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)
}

function placeOf(after: LogPosition | null): SQL[] {
  return after === null ? [] : [sql`(at, id) < (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)`]
}

function timesOf({ from, to }: AuditFilter): SQL[] {
  return [
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`at < ${to}::timestamptz`]),
  ]
}

/** The one condition that an index serves, the narrowest first, and the rest. */
function conditionsOf({ action, outcome }: AuditFilter, actorId: string | null) {
  const conditions = [
    ...(actorId === null ? [] : [sql`actor_id = ${actorId}::uuid`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(outcome === undefined ? [] : [outcome === 'success' ? sql`success` : sql`not success`]),
  ]
  return { driving: conditions.slice(0, 1), others: conditions.slice(1) }
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

function toEvent({ id, at, actor_id, actor_name, object_id, ...row }: EventRow): LoggedEvent {
  return {
    ...row,
    id: Number(id),
    at: new Date(at),
    actorId: actor_id,
    actorName: actor_name,
    objectId: object_id,
  }
}

const position = z.tuple([sentMoment, z.int().min(0)])

/** Packs a place of the log for an address. */
export function writePosition({ at, id }: LogPosition): string {
  return packPosition([at.toISOString(), id])
}

/**
 * Unpacks a place of the log.
 *
 * @throws Refusal invalid where it is none
 */
export function readPosition(cursor: string): LogPosition {
  const [at, id] = unpackPosition(cursor, position, 'the audit log')
  return { at: new Date(at), id }
}
