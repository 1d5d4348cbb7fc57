import { sql } from 'drizzle-orm'
import type { AuditAction, AuditDetails } from '#domain/audit/events.ts'
import type { Acting, Doer } from '#server/shared/actor.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import type { InsertBuffer } from '#server/shared/insert-buffer.ts'

/** What somebody does where rows can be written: work, or `alone(act)`. */
type Recordable = Acting<Doer | null> & { tx: Queries; atEnd?: InsertBuffer }

/** One thing that happened, as the log keeps it. Made by {@link entryOf} alone. */
export type AuditEntry = ReturnType<typeof entryOf>

/**
 * What somebody does, as a row of the log.
 *
 * @param object the user or application that is acted on; null for neither
 */
export function entryOf<Action extends AuditAction>(
  { actor, origin, now }: Acting<Doer | null>,
  action: Action,
  object: string | null,
  details: AuditDetails[Action],
) {
  return {
    action,
    details,
    success: true,
    actorId: actor?.userId ?? null,
    actorRole: actor?.role ?? null,
    objectId: object,
    ip: origin.ip,
    at: now,
  }
}

/**
 * Records what somebody does, in the transaction of the change: the only way into the log, besides `withAudit`.
 *
 * @param object the user or application that is acted on; null for neither
 */
export async function record<Action extends AuditAction>(
  work: Recordable,
  action: Action,
  object: string | null,
  details: AuditDetails[Action],
): Promise<void> {
  const entry = entryOf(work, action, object, details)
  if (work.atEnd === undefined) await work.tx.insert(auditEvents).values(entry)
  else work.atEnd.add(writeEntries, entry)
}

/** The same event by the same actor on the same object is recorded once within so long. */
const REPEAT_SECONDS = 60

/**
 * Records that somebody read something, unless the same was recorded less than a minute ago: whoever loads a page again and again
 * adds nothing to what the log says, and must not fill it.
 */
export async function recordRead<Action extends AuditAction>(
  work: Acting<Doer> & { tx: Queries },
  action: Action,
  object: string | null,
  details: AuditDetails[Action],
): Promise<void> {
  const { at, success, actorId, actorRole, ip } = entryOf(work, action, object, details)
  const [time, json] = [at.toISOString(), JSON.stringify(details)]
  await work.tx.execute(sql`
    insert into ${auditEvents} (at, action, success, actor_id, actor_role, object_id, ip, details)
    select ${time}::timestamptz, ${action}, ${success}, ${actorId}::uuid, ${actorRole}, ${object}::uuid, ${ip}::inet, ${json}::jsonb
    where not exists (
      select from ${auditEvents} known
      where known.actor_id = ${actorId}::uuid and known.action = ${action}
        and known.at > ${time}::timestamptz - ${REPEAT_SECONDS} * interval '1 second' and known.at <= ${time}::timestamptz
        and known.object_id is not distinct from ${object}::uuid and known.ip is not distinct from ${ip}::inet
        and known.details = ${json}::jsonb and known.success)`)
}

async function writeEntries({ tx }: { tx: Queries }, entries: readonly AuditEntry[]): Promise<void> {
  await tx.insert(auditEvents).values([...entries])
}

/** Records the same of many at once, by one statement however many they are. */
export async function recordEach<Action extends AuditAction>(
  work: Recordable,
  action: Action,
  objects: readonly string[],
  details: AuditDetails[Action],
): Promise<void> {
  if (work.atEnd !== undefined) {
    for (const object of objects) await record(work, action, object, details)
    return
  }
  const { at, success, actorId, actorRole, ip } = entryOf(work, action, null, details)
  await work.tx.execute(sql`
    insert into ${auditEvents} (at, action, success, actor_id, actor_role, object_id, ip, details)
    select ${at.toISOString()}::timestamptz, ${action}, ${success}, ${actorId}::uuid, ${actorRole}, object_id, ${ip}::inet,
      ${JSON.stringify(details)}::jsonb
    from unnest(${sql.param(objects)}::uuid[]) object_id`)
}

/** Records what somebody tried in vain, or what went wrong. */
export async function recordFailure<Action extends AuditAction>(
  work: Recordable,
  action: Action,
  object: string | null,
  details: AuditDetails[Action],
): Promise<void> {
  await work.tx.insert(auditEvents).values({ ...entryOf(work, action, object, details), success: false })
}
