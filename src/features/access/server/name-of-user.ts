import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias, QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import { apiTokens } from '#features/integrations/schema.ts'
import { users } from '#features/access/schema/tables.ts'

const named = alias(users, 'named')

/** The name of the user in a column, looked up only for the page's rows: the username where there is no full name. */
export function nameOfUser<Name extends string | null = string | null>(id: SQLWrapper): SQL<Name> {
  const query = new QueryBuilder()
    .select({ name: sql`coalesce(${named.fullName}, ${named.username})` })
    .from(named)
    .where(eq(named.id, id))
  return sql<Name>`${query}`
}

/** The name of the user or program in a column: programs are named by their API token. */
export function nameOfActor(id: PgColumn): SQL<string | null> {
  const token = new QueryBuilder()
    .select({ name: sql`'API token ' || ${apiTokens.name}` })
    .from(apiTokens)
    .where(eq(apiTokens.id, id))
  return sql<string | null>`coalesce((${nameOfUser(id)}), (${token}))`
}

/** The same for an audit row, with the manager whom the actor stood in for. */
export function nameOfActing(id: PgColumn, details: PgColumn): SQL<string | null> {
  const standingInFor = sql`(${details} ->> 'standingInFor')::uuid`
  return sql<
    string | null
  >`${nameOfActor(id)} || coalesce(' (standing in for ' || (${nameOfUser(standingInFor)}) || ')', '')`
}
