import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { auditEvents } from '#features/audit/schema.ts'
import type { AuditEntry } from './record.ts'

/** Audit rows for a statement that changes and records at once ({@link withAudit}). */
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

/** Columns of the log in insertion order. */
const auditColumns = sql.raw('at, action, success, actor_id, actor_role, object_id, ip, details')

/** Additional parts of a statement. */
export interface Beside {
  /** Further changes, as named parts of the WITH clause. */
  also?: SQL
  /**
   * A SELECT of audit rows that precede the change's own: at, action, success, actor_id, actor_role, object_id, ip,
   * details.
   */
  before?: SQL
}

/**
 * A change and its audit rows as one statement: if the change matches no row, nothing is recorded.
 *
 * @param change an UPDATE or INSERT of at most one row, with RETURNING; its result is named `changed`
 * @param rows audit rows from `auditRows`
 * @returns a statement that writes the recorded number of rows
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

/** A statement with a change as a named part of its WITH clause, which records the rows it returns. */
export function withAuditOf(also: SQL, rows: SQL): SQL {
  return sql`with ${also} insert into ${auditEvents} (${auditColumns}) ${rows}`
}
