import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema.ts'

type ListQuery = ParsedInput<'GET /api/admin/users'>['query']

/** A user as a list reads them. */
export type ListedUserRow = Pick<typeof users.$inferSelect, 'id' | 'username' | 'role' | 'fullName'>

/** The users whose accounts are not deactivated, by username: a page and, where there are more, one more. */
export async function listUsers(
  { database: { db } }: Context,
  { role, limit, cursor }: ListQuery,
): Promise<ListedUserRow[]> {
  return db
    .select({ id: users.id, username: users.username, role: users.role, fullName: users.fullName })
    .from(users)
    .where(
      and(
        isNull(users.deactivatedAt),
        role && eq(users.role, role),
        cursor === undefined ? undefined : gt(users.username, cursor),
      ),
    )
    .orderBy(asc(users.username))
    .limit(limit + 1)
}
