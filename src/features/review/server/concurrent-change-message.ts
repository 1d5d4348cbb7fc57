import { and, desc, eq } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'

/** A sentence with the author and time of the last status change; empty where that was the actor, or a job. */
export async function concurrentChangeMessage(
  tx: Transaction,
  id: string,
  actor: Pick<Doer, 'userId'>,
): Promise<string> {
  const [change] = await tx
    .select({ at: auditEvents.at, by: users.id, fullName: users.fullName, username: users.username })
    .from(auditEvents)
    .innerJoin(users, eq(users.id, auditEvents.actorId))
    .where(and(eq(auditEvents.objectId, id), eq(auditEvents.action, 'application.status-changed')))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  if (change === undefined || change.by === actor.userId) return ''
  return `${accountName(change)} changed that on ${formatDateTime(change.at)}. `
}
