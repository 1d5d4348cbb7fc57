import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/** Completed annual reviews. */
export const annualReviews = pgTable(
  'annual_reviews',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    note: text('note').notNull(),
    completedAt: timestampColumn('completed_at').notNull(),
    completedBy: uuid('completed_by')
      .notNull()
      .references(() => users.id),
  },
  (table) => [index('annual_reviews_application').on(table.applicationId, table.completedAt)],
)
