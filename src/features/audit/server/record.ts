import { sql } from 'drizzle-orm'
import type { AuditAction, AuditDetails } from '#features/audit/rules/events.ts'
import type { Acting, Doer, MachineDoer } from '#features/access/server/actor.ts'
import type { Queries } from '#base/server/db/database.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { isStandIn, stoodInFor } from '#features/access/server/stand-ins/stand-ins.ts'
import type { InsertBuffer } from '#base/server/insert-buffer.ts'

/** An action that can write rows: in a transaction, or with `autocommit(context)`. */
type Recordable = Acting<Doer | MachineDoer | null> & { tx: Queries; atEnd?: InsertBuffer }

/** An audit event as stored. Created only by {@link entryOf}. */
export type AuditEntry = ReturnType<typeof entryOf>

/**
 * An audit row for an action.
 *
 * @param object the user or application; null for neither
 */
export function entryOf<Action extends AuditAction>(
  { actor, origin, now }: Acting<Doer | MachineDoer | null>,
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
 * Records an action in the transaction of its change, with the manager whom its actor stands in for: with `withAudit` the only way to write the log.
 *
 * @param object the user or application; null for neither
 */
export async function record<Action extends AuditAction>(
  work: Recordable,
  action: Action,
  object: string | null,
  details: AuditDetails[Action],
): Promise<void> {
  const entry = entryOf(work, action, object, {
    ...details,
    ...(await stoodInFor(work.tx, work.actor, object)),
  })
  if (work.atEnd === undefined) await work.tx.insert(auditEvents).values(entry)
  else work.atEnd.add(writeEntries, entry)
}

/** The same event by the same actor on the same object is recorded once within this time. */
const REPEAT_SECONDS = 60

/** Records a read, unless it was recorded within the last minute: repeated page loads must not fill the log. */
export async function recordRead<Action extends AuditAction>(
  work: Acting<Doer | MachineDoer> & { tx: Queries },
  action: Action,
  object: string | null,
  details: AuditDetails[Action],
): Promise<void> {
  const { at, success, actorId, actorRole, ip } = entryOf(work, action, object, details)
  const stoodIn = await stoodInFor(work.tx, work.actor, object)
  const [time, json] = [at.toISOString(), JSON.stringify({ ...details, ...stoodIn })]
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

/** Records many actions with one statement. */
export async function recordEach<Action extends AuditAction>(
  work: Recordable,
  action: Action,
  objects: readonly string[],
  details: AuditDetails[Action],
): Promise<void> {
  if (work.atEnd !== undefined || isStandIn(work.actor)) {
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

/** Records a failed attempt or an error. */
export async function recordFailure<Action extends AuditAction>(
  work: Recordable,
  action: Action,
  object: string | null,
  details: AuditDetails[Action],
): Promise<void> {
  await work.tx.insert(auditEvents).values({ ...entryOf(work, action, object, details), success: false })
}
