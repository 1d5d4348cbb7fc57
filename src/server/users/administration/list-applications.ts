import { and, asc, gt, inArray } from 'drizzle-orm'
import type { ParsedInput } from '#domain/api/contract.ts'
import type { Context } from '#server/context.ts'
import { applications } from '#server/db/schema.ts'

type ListQuery = ParsedInput<'GET /api/system-admin/applications'>['query']

/** Where an application stands, without anything that its client has answered. */
export type StandingRow = Pick<
  typeof applications.$inferSelect,
  'userId' | 'status' | 'currentStep' | 'wealthManagerId'
>

/** Where the applications of some users stand, or of all, by the users' ids: a page and, where there are more, one more. */
export async function listStandings(
  { database: { db } }: Pick<Context, 'database'>,
  { userIds, limit, cursor }: ListQuery,
): Promise<StandingRow[]> {
  const { userId, status, currentStep, wealthManagerId } = applications
  return db
    .select({ userId, status, currentStep, wealthManagerId })
    .from(applications)
    .where(
      and(
        userIds === undefined ? undefined : inArray(userId, userIds),
        cursor === undefined ? undefined : gt(userId, cursor),
      ),
    )
    .orderBy(asc(userId))
    .limit(limit + 1)
}
