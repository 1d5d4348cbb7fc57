import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  inet,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AuditAction } from '#features/audit/rules/events.ts'
import type { ActorRole } from '#features/access/rules/roles.ts'
import { isSuspicious, wasSuspiciousIn10 } from '#features/audit/server/row-conditions.ts'
import { bytea } from '#base/server/db/bytea.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/** Append-only: one row in the transaction of each change, and for each sign-in, failure and read. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestampColumn('at').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    success: boolean('success').notNull(),
    /** The actor; null without a signed-in user. Not a foreign key: the log outlives its users. */
    actorId: uuid('actor_id'),
    actorRole: text('actor_role').$type<ActorRole>(),
    /** The affected user or application. */
    objectId: uuid('object_id'),
    ip: inet('ip'),
    details: jsonb('details').notNull(),
  },
  (table) => [
    index('audit_events_object').on(table.objectId, table.id),
    // The log is read newest first: all of it, by actor, by action, or failures.
    index('audit_events_newest').on(table.at, table.id),
    index('audit_events_actor_newest').on(table.actorId, table.at, table.id),
    index('audit_events_action_newest').on(table.action, table.at, table.id),
    index('audit_events_failures')
      .on(table.at, table.id, table.action, table.ip)
      .where(sql`not success`),
    // For version 1.0; may be dropped once no release uses it.
    index('audit_events_suspicious').on(table.at).where(sql.raw(wasSuspiciousIn10)),
    index('audit_events_suspicious_activity').on(table.at).where(sql.raw(isSuspicious)),
  ],
)

/**
 * The audit log's hash chain: a code for each row over it and all before, to detect tampering (`audit-log/chain.ts`).
 */
export const auditChain = pgTable('audit_chain', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
  /** The key of the code. */
  keyId: text('key_id').notNull(),
  code: bytea('code').notNull(),
  /**
   * Number of missing row numbers directly before this one when it was chained: rolled back or deleted. Null in links
   * of versions without it. Covered by the code, which includes this number and the previous link.
   */
  skipped: bigint('skipped', { mode: 'number' }),
})

/** When the chain last contained all rows committed by then: one row, written by the chain job. */
export const auditChainProgress = pgTable('audit_chain_progress', {
  id: smallint('id').primaryKey(),
  settledAt: timestampColumn('settled_at').notNull(),
})

/** Scope of a check: new rows, all rows, or the end against an external anchor. */
export type CheckScope = 'newest' | 'whole' | 'anchor'

/** The latest result of each chain check (docs/decisions/0038). */
export const auditChecks = pgTable('audit_checks', {
  scope: text('scope').$type<CheckScope>().primaryKey(),
  checkedAt: timestampColumn('checked_at').notNull(),
  sound: boolean('sound').notNull(),
  /** The last verified row with its code, where the next check continues. Null for none. */
  verifiedUpTo: bigint('verified_up_to', { mode: 'number' }),
  verifiedCode: bytea('verified_code'),
  /** The first altered row, and how it differs. */
  firstAltered: bigint('first_altered', { mode: 'number' }),
  reason: text('reason'),
})

/** Cached row counts of the audit log up to a row: later rows are counted on demand. */
export const auditCounters = pgTable('audit_tallies', {
  /** `events`: all rows; `security-events`: those of `features/audit/rules/security/security-events.ts`. */
  name: text('name').$type<'events' | 'security-events'>().primaryKey(),
  upTo: bigint('up_to', { mode: 'number' }).notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
})

/**
 * Chain keys derived from retired encryption keys, encrypted with the current one, so that the whole log can still be
 * verified (docs/decisions/0026).
 */
export const auditChainKeys = pgTable('audit_chain_keys', {
  /** The encryption key it was derived from. */
  keyId: text('key_id').primaryKey(),
  encrypted: text('sealed').notNull(),
})
