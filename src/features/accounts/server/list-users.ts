import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { ListedUser } from '#features/accounts/api/users.ts'
import type { Context } from '#base/server/context.ts'
import { users } from '#features/access/schema/tables.ts'
import { countRows } from '#base/server/lists/count-rows.ts'
import { readRows } from '#base/server/lists/read-rows.ts'
import { byColumn, paginate, type ListOrders, type Page } from '#base/server/lists/paginate.ts'

type ListQuery = ParsedInput<'GET /api/admin/users'>['query']

const byUsername = {
  name: 'this list',
  keys: { username: byColumn(users.username) },
  orders: { username: [] },
  unique: 'username',
} as const satisfies ListOrders<'username', 'username'>

/** Active users by username. */
export function listUsers(
  { database }: Pick<Context, 'database'>,
  { role, ...query }: ListQuery,
): Promise<Page<ListedUser>> {
  const { id, username, fullName, faisDocumentId } = users
  const isListed = and(isNull(users.deactivatedAt), role && eq(users.role, role))
  return paginate(
    byUsername,
    { ...query, sort: 'username', direction: 'asc' },
    {
      read: ({ where, orderBy, limit, values, shape }) =>
        readRows(
          database,
          `users ${role} ${shape}`,
          () =>
            database.db
              .select({
                id,
                username,
                role: users.role,
                fullName,
                hasFaisLetter: sql<boolean>`${isNotNull(faisDocumentId)}`,
              })
              .from(users)
              .where(and(isListed, where))
              .orderBy(...orderBy)
              .limit(limit),
          values,
        ),
      present: (row): ListedUser => row,
      count: () => countRows(database.db, users, isListed),
    },
  )
}
