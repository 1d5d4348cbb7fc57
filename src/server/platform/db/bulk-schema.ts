import { sql } from 'drizzle-orm'
import { index, inet, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { BulkAct } from '#domain/api/bulk-acts.ts'
import type { BulkOutcome } from '#domain/applications/review/bulk-acts.ts'
import { timestampColumn } from './timestamp.ts'
import { users } from './schema.ts'

/** What somebody does with many applications at once (docs/decisions/0082). */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    id: uuid('id').primaryKey(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Where they came from, for the audit log. */
    ip: inet('ip'),
    act: jsonb('act').$type<BulkAct>().notNull(),
    total: integer('total').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    /** Until then it can be called off. */
    beginsAt: timestampColumn('begins_at').notNull(),
    /** When a server took it up: from then on it is not called off. */
    startedAt: timestampColumn('started_at'),
    calledOffAt: timestampColumn('called_off_at'),
    endedAt: timestampColumn('ended_at'),
  },
  (table) => [
    index('bulk_acts_open')
      .on(table.beginsAt)
      .where(sql`ended_at is null`),
    index('bulk_acts_actor').on(table.actorId, table.createdAt),
  ],
)

/** One application of such an act, and what became of it. There may be no such application: it looks like one out of reach. */
export const bulkActRows = pgTable(
  'bulk_act_rows',
  {
    bulkActId: uuid('bulk_act_id')
      .notNull()
      .references(() => bulkActs.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id').notNull(),
    position: integer('place').notNull(),
    /** Null until it is done, in the transaction that does it. */
    outcome: text('outcome').$type<BulkOutcome>(),
    doneAt: timestampColumn('done_at'),
    /** Of who was given to another manager: whose they were. */
    managerBefore: uuid('manager_before'),
    /** How often it broke off by a fault of ours. */
    faults: smallint('faults').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.bulkActId, table.applicationId] }),
    index('bulk_act_rows_open')
      .on(table.bulkActId, table.faults, table.position)
      .where(sql`outcome is null`),
  ],
)
