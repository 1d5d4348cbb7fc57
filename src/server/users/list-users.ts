import type { ParsedInput } from '#domain/api/contract.ts'
import type { ListedUser } from '#domain/api/users.ts'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema.ts'
import { defineList } from '#server/lists/list.ts'
import { readPage, type Page } from '#server/lists/page.ts'
import { field, made } from '#server/lists/projection.ts'
import { equals } from '#server/lists/statement.ts'
import { sumOf } from '#server/lists/tallies.ts'
import { rolesAndStatuses } from './list-accounts.ts'

type ListQuery = ParsedInput<'GET /api/admin/users'>['query']

const people = defineList<'username', ListedUser>({
  name: 'this list',
  table: users,
  unique: users.username,
  orders: { username: [] },
  fields: {
    id: field(users.id),
    username: field(users.username),
    role: field(users.role),
    fullName: field(users.fullName),
    hasFaisLetter: made('listed.fais_document_id is not null'),
  },
})

/** The users whose accounts are not deactivated, by username. */
export function listUsers(
  { database }: Pick<Context, 'database'>,
  { role, ...query }: ListQuery,
): Promise<Page<ListedUser>> {
  return readPage(database, people, {
    ...query,
    sort: 'username',
    direction: 'asc',
    where: [() => 'deactivated_at is null', ...(role === undefined ? [] : [equals(users.role, role)])],
    total: sumOf({
      scope: 'user',
      keys: rolesAndStatuses(role)
        .filter(({ status }) => status !== 'deactivated')
        .map(({ key }) => key),
    }),
  })
}
