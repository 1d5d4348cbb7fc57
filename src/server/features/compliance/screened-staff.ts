import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { ScreenedStaff } from '#domain/api/screening.ts'
import { screeningOfStaff } from '#server/features/screening/staff-state.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema.ts'
import { hits, screeningSubjects } from '#server/platform/db/screening-schema.ts'
import { notFound } from '#server/platform/domain-error.ts'
import type { CommandContext } from '#server/shared/command-context.ts'
import type { Doer } from '#server/shared/actor.ts'

/** How far the comparison of staff with lists is, and who is similar to a listed person; never the reader. */
export async function screenedStaff(db: Queries, actor: Doer): Promise<ScreenedStaff> {
  const { id, username, fullName, role } = users
  const staff = await db
    .select({ id, username, fullName, role })
    .from(users)
    .where(and(ne(role, 'client'), isNull(users.deactivatedAt), ne(id, actor.userId)))
    .orderBy(asc(username))
  const states = await screeningOfStaff(db, staff)
  const found = staff.filter((one) => states.get(one.id) === 'with-compliance')
  const matches = await matchesOf(
    db,
    found.map((one) => one.id),
  )
  const notCompared = staff.filter((one) => states.get(one.id) === 'not-compared').length
  return {
    compared: staff.length - notCompared,
    notCompared,
    withCompliance: found.map((one) => ({
      id: one.id,
      name: one.fullName ?? one.username,
      role: one.role,
      matches: matches.flatMap(({ userId, source }) => (userId === one.id ? [source] : [])),
    })),
  }
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
