import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications } from '#features/access/schema/tables.ts'

/** Events, written in the transaction of their change. */
export const integrationEvents = pgTable(
  'integration_events',
  {
    id: uuid('id').primaryKey(),
    /** Its position in the stream, assigned when it is published: later events have greater ones. */
    position: bigint('position', { mode: 'number' }),
    type: text('type').notNull(),
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** The JSON that is delivered: the same bytes at every attempt. */
    body: text('body').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    /** When it is published: later than created while staff can undo its cause. */
    dueAt: timestampColumn('due_at').notNull(),
  },
  (table) => [
    uniqueIndex('integration_events_position').on(table.position),
    index('integration_events_due')
      .on(table.dueAt, table.id)
      .where(sql`position is null`),
    index('integration_events_application').on(table.applicationId),
    index('integration_events_created').on(table.createdAt),
  ],
)
