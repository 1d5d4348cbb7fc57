import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { GateLevel } from '#features/access/rules/gate-levels.ts'
import { applications } from '#features/access/schema/tables.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey(),
    /** The same at every attempt, so that receivers detect duplicates. */
    messageId: text('message_id').notNull(),
    recipient: text('recipient').notNull(),
    template: text('template').notNull(),
    /** The client's application, where the mail leaves only while an act of a level is open for it. */
    applicationId: uuid('application_id'),
    gateLevel: text('gate_level').$type<GateLevel>(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    nextAttemptAt: timestampColumn('next_attempt_at').notNull(),
    /** Whether a bulk action wrote it: all others are sent first (docs/decisions/0082). */
    ofMany: boolean('of_many').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: timestampColumn('sent_at'),
    /** Set when no further attempt is made. */
    givenUpAt: timestampColumn('given_up_at'),
  },
  (table) => [
    index('mail_outbox_due')
      .on(table.nextAttemptAt)
      .where(sql`sent_at is null and given_up_at is null`),
    index('mail_outbox_due_first')
      .on(table.nextAttemptAt)
      .where(sql`sent_at is null and given_up_at is null and not of_many`),
    index('mail_outbox_recipient').on(table.recipient, table.id),
  ],
)

/** Mails to or about clients that were no longer allowed when they were to leave; only compliance sees them. */
export const withheldMails = pgTable(
  'withheld_mails',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    template: text('template').notNull(),
    subject: text('subject').notNull(),
    at: timestampColumn('at').notNull(),
  },
  (table) => [index('withheld_mails_application').on(table.applicationId, table.at)],
)
