import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { NotificationChoice } from '#features/notes/rules/notifications/choices.ts'
import type { NoticeKind } from '#features/notes/rules/notifications/kinds.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/** Notifications of staff (docs/decisions/0085): ids only, so that shown data follows the reader's scope. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** Null for several. */
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** The note with the mention. No foreign key: it is deleted with the application, as this is. */
    noteId: uuid('note_id'),
    /** Number of clients. */
    count: integer('count').notNull().default(1),
    at: timestampColumn('at').notNull(),
    readAt: timestampColumn('read_at'),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.at, table.id),
    // The unread count.
    index('notifications_unread')
      .on(table.userId)
      .where(sql`read_at is null`),
    index('notifications_application').on(table.applicationId),
    // For cleanup.
    index('notifications_at').on(table.at),
  ],
)

/** Channels switched off; users without a row get everything. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  off: text('off').array().$type<NotificationChoice[]>().notNull(),
})

/** The last business day whose digest was sent or not needed, so that it is sent once by any server. */
export const staffDigests = pgTable('staff_digests', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  day: date('day', { mode: 'string' }).notNull(),
})
