import type { AnswerOf, ParsedInput } from '#domain/api/contract.ts'
import type { Context } from '#server/context.ts'
import { applications } from '#server/db/schema.ts'
import { defineList } from '#server/lists/list.ts'
import { readPage, type Page } from '#server/lists/page.ts'
import { field } from '#server/lists/projection.ts'
import { sumOf } from '#server/lists/tallies.ts'

type ListQuery = ParsedInput<'GET /api/system-admin/applications'>['query']
type Standing = AnswerOf<'GET /api/system-admin/applications'>[number]

/** Where applications stand, without anything that their clients have answered. */
const standings = defineList<'user', Standing>({
  name: 'this list',
  table: applications,
  unique: applications.userId,
  orders: { user: [] },
  fields: {
    userId: field(applications.userId),
    status: field(applications.status),
    currentStep: field(applications.currentStep),
    createdByWealthManagerId: field(applications.wealthManagerId),
  },
})

/** Where the applications of some users stand, or of all, by the users' ids. */
export function listStandings(
  { database }: Pick<Context, 'database'>,
  { userIds, ...query }: ListQuery,
): Promise<Page<Standing>> {
  return readPage(database, standings, {
    ...query,
    sort: 'user',
    direction: 'asc',
    where: userIds === undefined ? [] : [(parameters) => `user_id = any(${parameters.add(userIds)}::uuid[])`],
    ...(userIds === undefined && { total: sumOf({ scope: 'status' }) }),
  })
}
