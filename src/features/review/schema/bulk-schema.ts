import { sql } from 'drizzle-orm'
import { index, inet, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { BulkAct } from '#features/review/api/bulk-acts.ts'
import type { BulkOutcome } from '#features/review/rules/bulk-acts.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { users } from '#features/access/schema/tables.ts'

/** Bulk actions (docs/decisions/0082). */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    id: uuid('id').primaryKey(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Origin, for the audit log. */
    ip: inet('ip'),
    act: jsonb('act').$type<BulkAct>().notNull(),
    total: integer('total').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    /** It can be cancelled until then. */
    beginsAt: timestampColumn('begins_at').notNull(),
    /** When a server started it: it cannot be cancelled afterwards. */
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

/** One application of a bulk action, with its outcome. A missing application looks like one out of scope. */
export const bulkActRows = pgTable(
  'bulk_act_rows',
  {
    bulkActId: uuid('bulk_act_id')
      .notNull()
      .references(() => bulkActs.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id').notNull(),
    position: integer('place').notNull(),
    /** Null until done, set in the transaction of the action. */
    outcome: text('outcome').$type<BulkOutcome>(),
    doneAt: timestampColumn('done_at'),
    /** For reassigned clients: the previous manager. */
    managerBefore: uuid('manager_before'),
    /** What onboarding waited for, as texts that name states only: like these, they are plaintext. */
    notReady: jsonb('not_ready').$type<readonly string[]>(),
    /** Number of failed attempts. */
    faults: smallint('faults').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.bulkActId, table.applicationId] }),
    index('bulk_act_rows_open')
      .on(table.bulkActId, table.faults, table.position)
      .where(sql`outcome is null`),
  ],
)
