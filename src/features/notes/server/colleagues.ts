import { and, asc, eq, exists, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { dayOf } from '#base/rules/time/dates.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import { roles, type Role } from '#features/access/rules/roles.ts'
import type { Queries } from '#base/server/db/database.ts'
import { standIns } from '#features/access/schema/stand-in-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/** A member of staff with access to an application. */
export interface Colleague {
  id: string
  name: string
  role: Role
  username: string
}

const reaching = (scope: 'all' | 'assigned') =>
  roles.filter((role) => scopeOf(role, 'application.review') === scope)

/** Whether a user stands in for the application's manager. */
function standInsFor(now: Date) {
  return new QueryBuilder()
    .select({ one: sql`1` })
    .from(standIns)
    .where(
      and(
        eq(standIns.standInId, users.id),
        eq(standIns.managerId, applications.wealthManagerId),
        isNull(standIns.endedAt),
        gte(standIns.until, dayOf(now)),
      ),
    )
}

/** All active reviewers of an application, by name. */
export async function colleaguesOf(db: Queries, applicationId: string, now: Date): Promise<Colleague[]> {
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
          and(
            inArray(users.role, reaching('assigned')),
            or(eq(users.id, applications.wealthManagerId), exists(standInsFor(now))),
          ),
        ),
      ),
    )
    .orderBy(asc(name), asc(users.id))
}
