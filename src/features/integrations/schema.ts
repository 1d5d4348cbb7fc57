import { sql } from 'drizzle-orm'
import { index, inet, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { TokenScope } from '#features/integrations/rules/scopes.ts'
import { bytea } from '#base/server/db/bytea.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { users } from '#features/access/schema/tables.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'

/** Why an endpoint is in its state. */
export type StateReason = 'new' | 'person' | 'failures' | '410' | 'address' | 'restore'

/** Receivers of events, managed by system administrators. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  events: text('events').array().notNull(),
  /** `paused` queues deliveries and sends none; `off` queues none. */
  state: text('state').$type<'on' | 'paused' | 'off'>().notNull(),
  stateReason: text('state_reason').$type<StateReason>().notNull(),
  /** Encrypted, since signatures are computed from the plaintext. */
  secret: text('secret').notNull(),
  /** Signs as well until `previousUntil`, after a rotation. */
  previousSecret: text('previous_secret'),
  previousUntil: timestampColumn('previous_until'),
  /** Failures in a row, since when, and until when nothing is sent. */
  failures: integer('failures').notNull().default(0),
  failingSince: timestampColumn('failing_since'),
  restsUntil: timestampColumn('rests_until'),
  lastSuccessAt: timestampColumn('last_success_at'),
  /** The last successful test at this address since it was switched off; null for none. */
  testedAt: timestampColumn('tested_at'),
  /** When system administrators were last mailed about it. */
  warnedAt: timestampColumn('warned_at'),
  /** Who operates the receiver, under which agreement (POPIA, sections 20 and 21). */
  operatorName: text('operator_name').notNull(),
  agreedAt: timestampColumn('agreed_at').notNull(),
  agreedBy: uuid('agreed_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: timestampColumn('created_at').notNull(),
})

/** Deliveries of events to endpoints: the outbox, and its log. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => integrationEvents.id, { onDelete: 'cascade' }),
    createdAt: timestampColumn('created_at').notNull(),
    nextAttemptAt: timestampColumn('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    /** The start of the receiver's last response. */
    lastAnswer: text('last_answer'),
    lastMs: integer('last_ms'),
    deliveredAt: timestampColumn('delivered_at'),
    givenUpAt: timestampColumn('given_up_at'),
    /** The delivery that this one repeats. */
    resendOf: uuid('resend_of'),
  },
  (table) => [
    index('webhook_deliveries_due')
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`delivered_at is null and given_up_at is null`),
    index('webhook_deliveries_newest').on(table.endpointId, table.createdAt.desc(), table.id),
    index('webhook_deliveries_event').on(table.eventId),
  ],
)

/** Tokens of programs that read `/api/v1`. Never deleted, since the audit log names them. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** SHA-256 of the token. */
    tokenHash: bytea('token_hash').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** `manager`: the clients of `managerId` alone; of none once that account is gone. */
    clients: text('clients').$type<'all' | 'manager'>().notNull(),
    managerId: uuid('manager_id').references(() => users.id, { onDelete: 'set null' }),
    /** Addresses it may be used from, as CIDR; empty for any. */
    networks: text('networks').array().notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: timestampColumn('expires_at').notNull(),
    revokedAt: timestampColumn('revoked_at'),
    lastUsedAt: timestampColumn('last_used_at'),
    lastUsedIp: inet('last_used_ip'),
    /** Days before the end of which its maker was last mailed. */
    warnedDays: integer('warned_days'),
    /** Lists read since the last audit row about them. */
    listingSince: timestampColumn('listing_since'),
    listedPages: integer('listed_pages').notNull().default(0),
    listedRows: integer('listed_rows').notNull().default(0),
  },
  (table) => [uniqueIndex('api_tokens_hash').on(table.tokenHash)],
)
