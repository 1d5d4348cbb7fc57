import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { scopeOf } from '#domain/authorisation/decide.ts'
import { roles, type Role } from '#domain/users/roles.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { applications, users } from '#server/platform/db/schema.ts'

/** A member of staff with access to an application. */
export interface Colleague {
  id: string
  name: string
  role: Role
  username: string
}

const reaching = (scope: 'all' | 'assigned') =>
  roles.filter((role) => scopeOf(role, 'application.review') === scope)

/** All active reviewers of an application, by name. */
export async function colleaguesOf(db: Queries, applicationId: string): Promise<Colleague[]> {
  const name = sql<string>`coalesce(${users.fullName}, ${users.username})`
  return db
    .select({ id: users.id, name, role: users.role, username: users.username })
    .from(users)
    .innerJoin(applications, eq(applications.id, applicationId))
    .where(
      and(
        isNull(users.deactivatedAt),
        or(
          inArray(users.role, reaching('all')),
          and(inArray(users.role, reaching('assigned')), eq(users.id, applications.wealthManagerId)),
        ),
      ),
    )
    .orderBy(asc(name), asc(users.id))
}
