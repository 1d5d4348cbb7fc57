import { and, inArray } from 'drizzle-orm'
import type { AnswerOf, ParsedInput } from '#base/rules/api/contract.ts'
import type { Context } from '#base/server/context.ts'
import { applications } from '#features/access/schema/tables.ts'
import { countRows } from '#base/server/lists/count-rows.ts'
import { readRows } from '#base/server/lists/read-rows.ts'
import { byColumn, paginate, type ListOrders, type Page } from '#base/server/lists/paginate.ts'

type ListQuery = ParsedInput<'GET /api/system-admin/applications'>['query']
type Standing = AnswerOf<'GET /api/system-admin/applications'>[number]

const byUser = {
  name: 'this list',
  keys: { userId: byColumn(applications.userId) },
  orders: { user: [] },
  unique: 'userId',
} as const satisfies ListOrders<'user', 'userId'>

/** The status of applications by user, for some or all users; without answers. */
export function listStandings(
  { database }: Pick<Context, 'database'>,
  { userIds, ...query }: ListQuery,
): Promise<Page<Standing>> {
  const { userId, status, currentStep, wealthManagerId: createdByWealthManagerId } = applications
  const isAsked = userIds && inArray(userId, userIds)
  return paginate(
    byUser,
    { ...query, sort: 'user', direction: 'asc' },
    {
      read: ({ where, orderBy, limit, values, shape }) =>
        readRows(
          database,
          isAsked === undefined ? `standings ${shape}` : undefined,
          () =>
            database.db
              .select({ userId, status, currentStep, createdByWealthManagerId })
              .from(applications)
              .where(and(isAsked, where))
              .orderBy(...orderBy)
              .limit(limit),
          values,
        ),
      present: (row): Standing => row,
      ...(isAsked === undefined && { count: () => countRows(database.db, applications) }),
    },
  )
}
