import { and, asc, count, eq, gte, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { accountName } from '#features/access/rules/account-name.ts'
import type { Absence, OwnStandIns, StandIn } from '#features/accounts/api/stand-ins.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { standIns } from '#features/access/schema/stand-in-schema.ts'

const absent = alias(users, 'absent')

/** Whether it is neither ended nor over. */
function isCurrent(now: Date): SQL | undefined {
  return and(isNull(standIns.endedAt), gte(standIns.until, dayOf(now)))
}

/** The current stand-ins that match a condition, by the absent manager's name. */
export async function currentStandIns(db: Queries, now: Date, where?: SQL): Promise<StandIn[]> {
  const rows = await db
    .select({ row: standIns, standIn: users, manager: absent })
    .from(standIns)
    .innerJoin(users, eq(users.id, standIns.standInId))
    .innerJoin(absent, eq(absent.id, standIns.managerId))
    .where(and(isCurrent(now), isNull(users.deactivatedAt), where))
    .orderBy(asc(absent.searchText), asc(standIns.id))
  return rows.map(({ row: { id, managerId, standInId, until }, standIn, manager }) => ({
    id,
    managerId,
    managerName: accountName(manager),
    standInId,
    standInName: accountName(standIn),
    until,
  }))
}

/** The current stand-ins of a wealth manager, and those in which they stand in. */
export function standInsAbout(db: Queries, userId: string, now: Date): Promise<StandIn[]> {
  return currentStandIns(db, now, or(eq(standIns.managerId, userId), eq(standIns.standInId, userId)))
}

/** The active wealth managers by name, with how many clients they have and who stands in for them. */
export async function absences(db: Queries, now: Date): Promise<Absence[]> {
  const managers = await db
    .select({
      id: users.id,
      fullName: users.fullName,
      username: users.username,
      clients: count(applications.id),
    })
    .from(users)
    .leftJoin(applications, eq(applications.wealthManagerId, users.id))
    .where(and(eq(users.role, 'wealth_manager'), isNull(users.deactivatedAt)))
    .groupBy(users.id)
    .orderBy(asc(users.searchText), asc(users.id))
  const current = await currentStandIns(db, now)
  return managers.map(({ id, clients, ...names }) => ({
    id,
    name: accountName(names),
    clients,
    standIn: current.find(({ managerId }) => managerId === id) ?? null,
  }))
}

/** What a wealth manager sees of absences: their own, and those that they cover. */
export async function ownStandIns(db: Queries, userId: string, now: Date): Promise<OwnStandIns> {
  const [standIn = null] = await currentStandIns(db, now, eq(standIns.managerId, userId))
  const colleagues = await db
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(
      and(
        eq(users.role, 'wealth_manager'),
        ne(users.id, userId),
        isNull(users.deactivatedAt),
        isNotNull(users.fullName),
      ),
    )
    .orderBy(asc(users.fullName), asc(users.id))
  return {
    standIn,
    standingInFor: await currentStandIns(db, now, eq(standIns.standInId, userId)),
    colleagues: colleagues.map(({ id, name }) => ({ id, name: name ?? '' })),
  }
}
