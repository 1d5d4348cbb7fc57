import { and, eq, gte, inArray, isNull, ne, or } from 'drizzle-orm'
import { dayOf } from '#base/rules/time/dates.ts'
import type { Doer, MachineDoer } from '#features/access/server/actor.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { standIns } from '#features/access/schema/stand-in-schema.ts'

/** The managers whose clients a user sees as a stand-in at a time. */
export async function managersStoodInFor(db: Queries, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ managerId: standIns.managerId })
    .from(standIns)
    .where(and(eq(standIns.standInId, userId), isNull(standIns.endedAt), gte(standIns.until, dayOf(now))))
  return rows.map(({ managerId }) => managerId)
}

/** The usernames of those who stand in for managers at a time, by the manager's id; without one user. */
export async function standInsOf(
  db: Queries,
  managerIds: readonly string[],
  { now, except }: { now: Date; except: string | undefined },
): Promise<Map<string, string[]>> {
  if (managerIds.length === 0) return new Map()
  const rows = await db
    .select({ managerId: standIns.managerId, username: users.username })
    .from(standIns)
    .innerJoin(users, eq(users.id, standIns.standInId))
    .where(
      and(
        inArray(standIns.managerId, [...managerIds]),
        isNull(standIns.endedAt),
        gte(standIns.until, dayOf(now)),
        eq(users.role, 'wealth_manager'),
        isNull(users.deactivatedAt),
        except === undefined ? undefined : ne(users.id, except),
      ),
    )
  const byManager = Map.groupBy(rows, ({ managerId }) => managerId)
  return new Map([...byManager].map(([id, ofOne]) => [id, ofOne.map(({ username }) => username)]))
}

/** Whether an actor stands in for anyone. */
export function isStandIn(actor: Doer | MachineDoer | null): actor is Doer {
  return actor !== null && 'standsInFor' in actor && (actor.standsInFor ?? []).length > 0
}

/** For whom an actor acts on a client or an application, as the audit log records it; nothing for their own. */
export async function stoodInFor(
  db: Queries,
  actor: Doer | MachineDoer | null,
  objectId: string | null,
): Promise<{ standingInFor?: string }> {
  if (!isStandIn(actor) || objectId === null) return {}
  const [found] = await db
    .select({ managerId: applications.wealthManagerId })
    .from(applications)
    .where(
      and(
        or(eq(applications.id, objectId), eq(applications.userId, objectId)),
        inArray(applications.wealthManagerId, [...(actor.standsInFor ?? [])]),
      ),
    )
  return found === undefined || found.managerId === null ? {} : { standingInFor: found.managerId }
}
