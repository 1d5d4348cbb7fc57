import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { NotificationChoice } from '#domain/notifications/choices.ts'
import type { NotificationKind } from '#domain/notifications/kinds.ts'
import { timestampColumn } from './timestamp.ts'
import { applications, users } from './schema.ts'

/** What somebody on the staff is told of (docs/decisions/0085): by ids alone, so that what it shows follows what they reach. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Null where it is about several. */
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** The note that mentions them. No foreign key: it goes with the application, as this does. */
    noteId: uuid('note_id'),
    /** Of how many clients. */
    count: integer('count').notNull().default(1),
    at: timestampColumn('at').notNull(),
    readAt: timestampColumn('read_at'),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.at, table.id),
    // The count at the bell.
    index('notifications_unread')
      .on(table.userId)
      .where(sql`read_at is null`),
    index('notifications_application').on(table.applicationId),
    // What is swept.
    index('notifications_at').on(table.at),
  ],
)

/** What somebody has switched off; who has no row gets everything. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  off: text('off').array().$type<NotificationChoice[]>().notNull(),
})

/** The last business day whose digest each of the staff had, or had no need of: nobody has one twice, whoever sends it. */
export const staffDigests = pgTable('staff_digests', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  day: date('day', { mode: 'string' }).notNull(),
})
