import { sql } from 'drizzle-orm'
import { date, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/access/schema/tables.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/** Wealth managers who see and act for the clients of another one until a day. Ended ones stay for the record. */
export const standIns = pgTable(
  'stand_ins',
  {
    id: uuid('id').primaryKey(),
    managerId: uuid('manager_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    standInId: uuid('stand_in_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The last day (South Africa). */
    until: date('until', { mode: 'string' }).notNull(),
    namedAt: timestampColumn('named_at').notNull(),
    /** When it was ended before its last day, or replaced. */
    endedAt: timestampColumn('ended_at'),
  },
  (table) => [
    uniqueIndex('stand_ins_manager')
      .on(table.managerId)
      .where(sql`ended_at is null`),
    index('stand_ins_stand_in').on(table.standInId),
  ],
)
