import { eq } from 'drizzle-orm'
import type pg from 'pg'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { AdministeredUser } from '#domain/api/users.ts'
import { roles, type Role } from '#domain/users/roles.ts'
import { userStatuses, type UserStatus } from '#domain/users/statuses.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { defineList } from '#server/lists/list.ts'
import { readPage, type Page } from '#server/lists/page.ts'
import { readRow } from '#server/lists/row.ts'
import { equals } from '#server/lists/statement.ts'
import { readTallies, sumOf } from '#server/lists/tallies.ts'
import { administeredUser } from './present.ts'

type ListQuery = ParsedInput<'GET /api/system-admin/users'>['query']

const accounts = defineList({
  name: 'a list',
  table: users,
  unique: users.id,
  orders: { createdAt: [users.createdAt] },
  fields: administeredUser,
  glance: 2_000,
})

/**
 * A page of the list of users, the newest first (docs/decisions/0021).
 *
 * @throws Refusal invalid where the cursor is none
 */
export function listAdministered(
  { database }: Pick<Context, 'database'>,
  { role, status, ...query }: ListQuery,
): Promise<Page<AdministeredUser>> {
  return readPage(database, accounts, {
    ...query,
    sort: 'createdAt',
    direction: 'desc',
    where: [
      ...(role === undefined ? [] : [equals(users.role, role)]),
      ...(status === undefined ? [] : [equals(users.status, status)]),
    ],
    total: sumOf({ scope: 'user', keys: rolesAndStatuses(role, status).map((one) => one.key) }),
  })
}

/** One user as the list shows them; undefined where there is none. */
export function findAdministered(db: Queries, id: string): Promise<AdministeredUser | undefined> {
  return readRow(db, accounts, eq(users.id, id))
}

/** How many users there are of each role and status. */
export async function countByRoleAndStatus(
  pool: pg.Pool,
): Promise<{ role: Role; status: UserStatus; count: number }[]> {
  const counts = new Map((await readTallies(pool, 'user')).map(({ key, count }) => [key, count]))
  return rolesAndStatuses().map(({ key, ...one }) => ({ ...one, count: counts.get(key) ?? 0 }))
}

/** What users are counted by, each with its key among the tallies. */
export function rolesAndStatuses(ofRole?: Role, ofStatus?: UserStatus) {
  return (ofRole === undefined ? roles : [ofRole]).flatMap((role) =>
    (ofStatus === undefined ? userStatuses : [ofStatus]).map((status) => ({
      role,
      status,
      key: `${role} ${status}`,
    })),
  )
}
