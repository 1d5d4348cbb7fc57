import { and, count, eq, isNotNull, not, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { AdministeredUser } from '#features/accounts/api/users.ts'
import type { StaffScreeningState } from '#features/screening/rules/hits.ts'
import { isStaff, roles, type Role } from '#features/access/rules/roles.ts'
import { userStatuses, type UserStatus } from '#features/access/rules/statuses.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { screeningOfStaff } from '#features/screening/server/staff-state.ts'
import { pathOfLetter } from '#features/documents/server/present.ts'
import { isNotInvited } from '#features/applications/server/record/not-invited.ts'
import { managers, nameOfManager } from '#features/applications/server/record/manager-columns.ts'
import { countRows } from '#base/server/lists/count-rows.ts'
import { byColumn, paginate, type ListOrders, type Page, type Slice } from '#base/server/lists/paginate.ts'
import { isoTimestamp, readRows } from '#base/server/lists/read-rows.ts'
import { matchesSearch } from '#base/server/lists/search.ts'

type ListQuery = ParsedInput<'GET /api/system-admin/users'>['query']

const newestFirst = {
  name: 'a list',
  keys: { createdAt: byColumn(users.createdAt), id: byColumn(users.id) },
  orders: { createdAt: ['createdAt'] },
  unique: 'id',
} as const satisfies ListOrders<'createdAt', 'createdAt' | 'id'>

const clientsOfManager = new QueryBuilder()
  .select({ count: sql`count(*)::int` })
  .from(applicationSummaries)
  .where(eq(applicationSummaries.wealthManagerId, users.id))

/** The status as shown: of invited users, those to whom nothing was mailed are apart. */
const accountStatus = sql<UserStatus>`case when ${isNotInvited} then 'not_invited' else ${users.status} end`

function hasStatus(status: UserStatus): SQL | undefined {
  if (status === 'not_invited') return isNotInvited
  return and(eq(users.status, status), status === 'invited' ? not(isNotInvited) : undefined)
}

function selectAccounts(db: Queries, where: SQL | undefined) {
  const { id, username, role, fullName, phone, createdAt, wealthManagerId } = users
  const { faisDocumentId, secondFactorSince, seniorManagerSince, complianceSince } = users
  return db
    .select({
      id,
      username,
      role,
      fullName,
      phone,
      status: accountStatus,
      createdAt: sql`${createdAt}`.mapWith(isoTimestamp),
      wealthManagerId,
      faisDocumentId,
      hasSecondFactor: sql<boolean>`${isNotNull(secondFactorSince)}`,
      seniorManager: sql<boolean>`${isNotNull(seniorManagerSince)}`,
      compliance: sql<boolean>`${isNotNull(complianceSince)}`,
      wealthManagerName: nameOfManager,
      clients: sql<number>`${clientsOfManager}`,
    })
    .from(users)
    .leftJoin(managers, eq(managers.id, wealthManagerId))
    .where(where)
}

/** Who asks, and whether staff are compared with sanctions lists. */
export interface Viewer {
  actor: { userId: string }
  context: { settings: { dueDiligence: { on: boolean } } }
}

type Selected = Awaited<ReturnType<typeof selectAccounts>>[number]
type AccountRow = Selected & { screening: StaffScreeningState | null }

/** Adds how far the comparison of staff with lists is; not of the viewer, who would learn of a hit. */
async function withScreening(
  db: Queries,
  { actor, context: { settings } }: Viewer,
  rows: readonly Selected[],
): Promise<AccountRow[]> {
  const compared = rows.filter(
    ({ id, role, status }) => isStaff(role) && status !== 'deactivated' && id !== actor.userId,
  )
  const states = await screeningOfStaff(db, settings.dueDiligence.on ? compared : [])
  return rows.map((row) => ({ ...row, screening: states.get(row.id) ?? null }))
}

/** An account as shown to administrators. */
function presentAccount(row: AccountRow): AdministeredUser {
  const { faisDocumentId, ...account } = row
  return { ...account, faisDocumentPath: faisDocumentId === null ? null : pathOfLetter(faisDocumentId) }
}

/**
 * A page of the list of users, the newest first (docs/decisions/0021).
 *
 * @throws DomainError invalid for an invalid cursor
 */
export function listAdministered(
  { context, actor }: Viewer & { context: Pick<Context, 'database'> },
  { role, status, search = '', ...query }: ListQuery,
): Promise<Page<AdministeredUser>> {
  const { db } = context.database
  const isListed = and(role && eq(users.role, role), status && hasStatus(status))
  const matching = and(...matchesSearch(users.searchText, search))
  const read = async ({ where, orderBy, limit, values, shape }: Slice) => {
    const rows = await readRows(
      context.database,
      matching === undefined ? `accounts ${role} ${status} ${shape}` : undefined,
      () =>
        selectAccounts(db, and(isListed, matching, where))
          .orderBy(...orderBy)
          .limit(limit),
      values,
    )
    return withScreening(db, { context, actor }, rows)
  }
  return paginate(
    newestFirst,
    { ...query, sort: 'createdAt', direction: 'desc' },
    {
      read,
      present: presentAccount,
      ...(matching === undefined && { count: () => countRows(db, users, isListed) }),
    },
  )
}

/** One user as in the list; undefined where there is none. */
export async function findAdministered(
  db: Queries,
  viewer: Viewer,
  id: string,
): Promise<AdministeredUser | undefined> {
  const [row] = await withScreening(db, viewer, await selectAccounts(db, eq(users.id, id)))
  return row && presentAccount(row)
}

/** The number of users by role and status. */
export async function countByRoleAndStatus(
  db: Queries,
): Promise<{ role: Role; status: UserStatus; count: number }[]> {
  const counted = await db
    .select({ role: users.role, status: accountStatus, count: count() })
    .from(users)
    .groupBy(users.role, accountStatus)
  return roles.flatMap((role) =>
    userStatuses.map((status) => ({
      role,
      status,
      count: counted.find((one) => one.role === role && one.status === status)?.count ?? 0,
    })),
  )
}
