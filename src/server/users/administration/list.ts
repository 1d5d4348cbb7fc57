import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { ParsedInput } from '#domain/api/contract.ts'
import { roles, type Role } from '#domain/users/roles.ts'
import { userStatuses, type UserStatus } from '#domain/users/statuses.ts'
import type { ListPage } from '#server/desk/list.ts'
import { Parameters, whereAll } from '#server/desk/list-statement.ts'
import { runNamed } from '#server/desk/run-statement.ts'
import { searchTerms } from '#server/desk/search-terms.ts'
import { readTallies } from '#server/desk/tallies.ts'
import type { Queries } from '#server/db/database.ts'
import { readPosition, writePosition } from './position.ts'

type ListQuery = ParsedInput<'GET /api/system-admin/users'>['query']

/** A user as the list reads them. */
export interface ListedRow extends pg.QueryResultRow {
  id: string
  username: string
  role: Role
  fullName: string | null
  status: UserStatus
  createdAt: Date
  wealthManagerId: string | null
  wealthManagerName: string | null
  faisDocumentId: string | null
  hasSecondFactor: boolean
}

const COLUMNS = `found.id, found.username, found.role, found.full_name as "fullName", found.status,
  found.created_at as "createdAt", found.wealth_manager_id as "wealthManagerId",
  coalesce(manager.full_name, manager.username) as "wealthManagerName",
  found.fais_document_id as "faisDocumentId", found.second_factor_since is not null as "hasSecondFactor"`

const ORDER = 'created_at desc, id desc'

/** How many of the newest are looked through before the index of trigrams is asked: about a millisecond's work. */
const GLANCE = 2_000
/** How many matches the index of trigrams may have for them to be sorted. */
const MOST_MATCHES = 3_000

/**
 * A page of the list of users, the newest first (docs/decisions/0021).
 *
 * @throws Refusal invalid where the cursor is none
 */
export async function listAdministered(pool: pg.Pool, query: ListQuery): Promise<ListPage<ListedRow>> {
  const terms = searchTerms(query.search ?? '')
  const [found, size] =
    terms.length === 0
      ? await Promise.all([runNamed<ListedRow>(pool, inOrder(query)), countUsers(pool, query)])
      : [await readMatches(pool, query, terms), null]
  const rows = found.slice(0, query.limit)
  const last = found.length > query.limit ? rows.at(-1) : undefined
  const isWhole = last === undefined && query.cursor === undefined
  return {
    rows,
    total: size ?? (isWhole ? rows.length : null),
    nextCursor: last === undefined ? null : writePosition(last),
  }
}

/** One user as the list shows them; undefined where there is none. */
export async function findAdministered(db: Queries, id: string): Promise<ListedRow | undefined> {
  const [before = '', after = ''] = withManagers('…').split('…')
  const found = sql`${sql.raw(before)}select * from users where id = ${id}${sql.raw(after)}`
  const { rows } = await db.execute<ListedRow>(found)
  return rows.map((row): ListedRow => ({ ...row, createdAt: new Date(row.createdAt) }))[0]
}

/** How many users there are of a role and status, or of all. */
async function countUsers(
  pool: pg.Pool,
  { role, status }: { role?: Role | undefined; status?: UserStatus | undefined } = {},
): Promise<number> {
  const counted = (await countByRoleAndStatus(pool)).filter(
    (one) => (role === undefined || one.role === role) && (status === undefined || one.status === status),
  )
  return counted.reduce((sum, { count }) => sum + count, 0)
}

/** How many users there are of each role and status. */
export async function countByRoleAndStatus(
  pool: pg.Pool,
): Promise<{ role: Role; status: UserStatus; count: number }[]> {
  const counts = new Map((await readTallies(pool, 'user')).map(({ key, count }) => [key, count]))
  return roles.flatMap((role) =>
    userStatuses.map((status) => ({ role, status, count: counts.get(`${role} ${status}`) ?? 0 })),
  )
}

/**
 * Where matches are frequent, the newest users hold enough of them; where they are rare, the index of trigrams has all
 * of them. What lies between is looked through in the list's order.
 */
async function readMatches(pool: pg.Pool, query: ListQuery, terms: readonly string[]): Promise<ListedRow[]> {
  const seen = await runNamed<ListedRow>(pool, inOrder(query, { terms, among: GLANCE }))
  if (seen.length > query.limit) return seen
  return (await fromIndex(pool, query, terms)) ?? runNamed<ListedRow>(pool, inOrder(query, { terms }))
}

interface Search {
  terms: readonly string[]
  /** How many rows are looked through; without it, as many as it takes. */
  among?: number
}

/** Reads along the index that fits, as many rows as are asked for and one more. */
function inOrder(query: ListQuery, { terms, among }: Search = { terms: [] }) {
  const parameters = new Parameters()
  const contained = terms.map(
    (term) => `strpos(search_text, (select fold_text(${parameters.add(term)}))) > 0`,
  )
  const scope = [...scopeOf(query, parameters), ...beyond(query, parameters)]
  const limit = query.limit + 1
  const found =
    among === undefined
      ? `select * from users${whereAll([...scope, ...contained])} order by ${ORDER} limit ${limit}`
      : `select * from (select * from users${whereAll(scope)} order by ${ORDER} limit ${among}) newest${whereAll(contained)}
         order by ${ORDER} limit ${limit}`
  return { text: withManagers(found), values: parameters.values }
}

/** All that match, by the index of trigrams, and of these the first; null where there are too many to sort. */
async function fromIndex(
  pool: pg.Pool,
  query: ListQuery,
  terms: readonly string[],
): Promise<ListedRow[] | null> {
  const parameters = new Parameters()
  const like = terms.map((term) => `search_text like fold_text(${parameters.add(likePattern(term))})`)
  const within = [...scopeOf(query, parameters), ...beyond(query, parameters)]
  const text = `with matches as materialized (
      select * from users${whereAll(like)} limit ${MOST_MATCHES + 1}
    ), size as (select count(*)::int as "matchCount" from matches)
    select size."matchCount", page.* from size left join (
      ${withManagers(`select * from matches${whereAll(within)} order by ${ORDER} limit ${query.limit + 1}`)}
    ) page on true order by page."createdAt" desc, page.id desc`
  const { rows } = await pool.query<ListedRow & { matchCount: number; id: string | null }>({
    text,
    values: parameters.values,
  })
  if ((rows[0]?.matchCount ?? 0) > MOST_MATCHES) return null
  return rows.filter(({ id }) => id !== null)
}

function withManagers(found: string): string {
  return `select ${COLUMNS} from (${found}) found left join users manager on manager.id = found.wealth_manager_id
    order by found.created_at desc, found.id desc`
}

function scopeOf({ role, status }: ListQuery, parameters: Parameters): string[] {
  return [
    ...(role === undefined ? [] : [`role = ${parameters.add(role)}`]),
    ...(status === undefined ? [] : [`status = ${parameters.add(status)}`]),
  ]
}

function beyond({ cursor }: ListQuery, parameters: Parameters): string[] {
  if (cursor === undefined) return []
  const { createdAt, id } = readPosition(cursor)
  return [`(created_at, id) < (${parameters.add(createdAt)}, ${parameters.add(id)})`]
}

function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
}
