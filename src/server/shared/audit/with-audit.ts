import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import type { AuditEntry } from './record.ts'

/** The rows of the log for what happened at once, for a statement that changes and records together ({@link withAudit}). */
export function auditRows(entries: readonly AuditEntry[]): string {
  return JSON.stringify(
    entries.map(({ actorId, actorRole, objectId, ...entry }) => ({
      ...entry,
      actor_id: actorId,
      actor_role: actorRole,
      object_id: objectId,
    })),
  )
}

/** Columns of the log, in the order in which statements write them. */
const auditColumns = sql.raw('at, action, success, actor_id, actor_role, object_id, ip, details')

/** What else a statement does beside its change. */
export interface Beside {
  /** What also changes, as named parts of the WITH clause. */
  also?: SQL
  /** A SELECT of what is to stand in the log before the change's own rows, at, action, success, actor_id, actor_role, object_id, ip, details. */
  before?: SQL
}

/**
 * A change and its rows in the audit log as one statement: where the change finds no row, nothing is recorded.
 *
 * @param change an UPDATE or INSERT of at most one row, with RETURNING; what it returns goes by the name `changed`
 * @param rows the rows of the log, as `auditRows` makes them
 * @returns a statement that writes as many rows as were recorded
 */
export function withAudit(change: SQL, rows: SQLWrapper, { also, before }: Beside = {}): SQL {
  return sql`with changed as (${change})${also === undefined ? sql`` : sql`, ${also}`}
    insert into ${auditEvents} (${auditColumns})
    ${before === undefined ? sql`` : sql`${before} union all`}
    select entry.at, entry.action, entry.success, entry.actor_id, entry.actor_role, entry.object_id, entry.ip, entry.details
    from changed, json_to_recordset(${rows}::json) as entry(
      at timestamptz, action text, success boolean, actor_id uuid, actor_role text, object_id uuid, ip inet, details jsonb
    )`
}

/** A statement that changes what `also` says, as a named part of its WITH clause, and records the rows that it finds. */
export function withAuditOf(also: SQL, rows: SQL): SQL {
  return sql`with ${also} insert into ${auditEvents} (${auditColumns}) ${rows}`
}
