import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { ScreenedStaff } from '#features/screening/api/screening.ts'
import { screeningOfStaff } from '#features/screening/server/staff-state.ts'
import type { Queries } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import { notFound } from '#base/server/domain-error.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import type { Doer } from '#features/access/server/actor.ts'

/** How far the comparison of each member of staff with lists is, by name; never of the reader. */
export async function screenedStaff(db: Queries, actor: Doer): Promise<ScreenedStaff> {
  const { id, username, fullName, role, deactivatedAt } = users
  const staff = await db
    .select({ id, username, fullName, role, deactivatedAt, comparedAt: screeningSubjects.screenedAt })
    .from(users)
    .leftJoin(screeningSubjects, eq(screeningSubjects.userId, id))
    .where(
      and(
        ne(role, 'client'),
        ne(id, actor.userId),
        or(isNull(deactivatedAt), isNotNull(screeningSubjects.screenedAt)),
      ),
    )
    .orderBy(sql`lower(coalesce(${fullName}, ${username}))`, asc(id))
  const states = await screeningOfStaff(db, staff)
  const matches = await matchesOf(
    db,
    staff.map((one) => one.id),
  )
  return staff.map((one) => ({
    id: one.id,
    name: accountName(one),
    role: one.role,
    left: one.deactivatedAt !== null,
    state: states.get(one.id) ?? 'not-compared',
    comparedAt: one.comparedAt?.toISOString() ?? null,
    matches: matches.flatMap(({ userId, source }) => (userId === one.id ? [source] : [])),
  }))
}

/** @throws DomainError not-found for clients, and for the own account, which looks as if there were no hit */
export async function requireOtherStaff(
  { context, actor }: Pick<CommandContext, 'context' | 'actor'>,
  id: string,
): Promise<void> {
  const isShown = and(eq(users.id, id), ne(users.role, 'client'), ne(users.id, actor.userId))
  if ((await context.database.db.$count(users, isShown)) === 0) throw notFound()
}

function matchesOf(db: Queries, userIds: readonly string[]) {
  return db
    .selectDistinct({ userId: screeningSubjects.userId, source: hits.source })
    .from(hits)
    .innerJoin(screeningSubjects, eq(screeningSubjects.id, hits.subjectId))
    .where(and(inArray(screeningSubjects.userId, [...userIds]), eq(hits.state, 'match')))
}
