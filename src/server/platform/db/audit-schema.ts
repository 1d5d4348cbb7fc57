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
import type { AuditAction } from '#domain/audit/events.ts'
import type { Role } from '#domain/users/roles.ts'
import { isSuspicious } from '#server/platform/db/row-conditions.ts'
import { bytea } from './bytea.ts'
import { timestampColumn } from './timestamp.ts'

/** Append-only: one row in the transaction of each change, and for each sign-in, failure and read. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestampColumn('at').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    success: boolean('success').notNull(),
    /** Who acted; null where nobody was signed in. Not a foreign key: the log outlives its people. */
    actorId: uuid('actor_id'),
    actorRole: text('actor_role').$type<Role>(),
    /** The user or application that was acted on. */
    objectId: uuid('object_id'),
    ip: inet('ip'),
    details: jsonb('details').notNull(),
  },
  (table) => [
    index('audit_events_object').on(table.objectId, table.id),
    // The log is read from the newest back: all of it, or what one did, or one action, or what failed.
    index('audit_events_newest').on(table.at, table.id),
    index('audit_events_actor_newest').on(table.actorId, table.at, table.id),
    index('audit_events_action_newest').on(table.action, table.at, table.id),
    index('audit_events_failures')
      .on(table.at, table.id, table.action, table.ip)
      .where(sql`not success`),
    index('audit_events_suspicious').on(table.at).where(sql.raw(isSuspicious)),
  ],
)

/** The audit log's chain: a code for each row over it and all before it, so that tampering shows (`audit-log/chain.ts`). */
export const auditChain = pgTable('audit_chain', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
  /** The key that the code was made with. */
  keyId: text('key_id').notNull(),
  code: bytea('code').notNull(),
  /**
   * How many numbers directly before this one no row had when it was chained: rolled back, or deleted before. Null in links
   * of versions that did not record it. The code holds the same, since it covers this number and the link before.
   */
  skipped: bigint('skipped', { mode: 'number' }),
})

/** When every row that was committed by then was in the chain: one row, written by the job that extends the chain. */
export const auditChainProgress = pgTable('audit_chain_progress', {
  id: smallint('id').primaryKey(),
  settledAt: timestampColumn('settled_at').notNull(),
})

/** What a check looks at: what came since the last one, all of it, or whether the end is where a machine last saw it. */
export type CheckScope = 'newest' | 'whole' | 'anchor'

/** What the latest check of the audit log's chain found, of each scope (docs/decisions/0038). */
export const auditChecks = pgTable('audit_checks', {
  scope: text('scope').$type<CheckScope>().primaryKey(),
  checkedAt: timestampColumn('checked_at').notNull(),
  sound: boolean('sound').notNull(),
  /** The last row that was found sound, with its code: where the next check goes on. Null where there was none. */
  verifiedUpTo: bigint('verified_up_to', { mode: 'number' }),
  verifiedCode: bytea('verified_code'),
  /** The first row that is not as it was written, and what is wrong with it. */
  firstAltered: bigint('first_altered', { mode: 'number' }),
  reason: text('reason'),
})

/** How many rows the audit log has, counted up to one of them: what came after is counted when somebody asks. */
export const auditCounters = pgTable('audit_tallies', {
  /** `events` are all, `security-events` those of `domain/security/security-events.ts`. */
  name: text('name').$type<'events' | 'security-events'>().primaryKey(),
  upTo: bigint('up_to', { mode: 'number' }).notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
})

/**
 * What the chain's codes were made with under keys that are not in use any more, sealed under the current one: the log of
 * all years can be checked although its keys are gone (docs/decisions/0026).
 */
export const auditChainKeys = pgTable('audit_chain_keys', {
  /** The encryption key that it was made from. */
  keyId: text('key_id').primaryKey(),
  encrypted: text('sealed').notNull(),
})
