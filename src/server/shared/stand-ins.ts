import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import { dayOf } from '#domain/time/dates.ts'
import type { Doer, MachineDoer } from '#server/shared/actor.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { standIns } from '#server/platform/db/stand-in-schema.ts'

/** The managers whose clients a user sees as a stand-in at a time. */
export async function managersStoodInFor(db: Queries, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ managerId: standIns.managerId })
    .from(standIns)
    .where(and(eq(standIns.standInId, userId), isNull(standIns.endedAt), gte(standIns.until, dayOf(now))))
  return rows.map(({ managerId }) => managerId)
}

/** The usernames of those who stand in for a manager at a time. */
export async function standInsOf(db: Queries, managerId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ username: users.username })
    .from(standIns)
    .innerJoin(users, eq(users.id, standIns.standInId))
    .where(
      and(
        eq(standIns.managerId, managerId),
        isNull(standIns.endedAt),
        gte(standIns.until, dayOf(now)),
        eq(users.role, 'wealth_manager'),
        isNull(users.deactivatedAt),
      ),
    )
  return rows.map(({ username }) => username)
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
