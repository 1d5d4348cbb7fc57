import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/** An action that can be undone, with its previous state: times as ISO 8601. */
export type PendingAction =
  | { kind: 'reminder'; noticeId: string }
  | { kind: 'reviews-notified'; notices: { applicationId: string; noticeId: string }[] }
  | { kind: 'review-completed'; reviewId: string; reviewedAt: string | null }
  | {
      kind: 'corrections-asked'
      roundId: string
      /** The closed request that continues in this one. */
      closedId: string | null
      from: ApplicationStatus
      version: number
      before: { statusChangedAt: string }
    }
  /** Reassigned clients by account id and previous manager; null if unassigned. */
  | { kind: 'clients-moved'; from: string | null; to: string | null; clients: string[]; at: string }
  | {
      kind: 'client-corrected'
      clientId: string
      /** The account's previous and current name; null if unchanged. */
      name: { from: string | null; to: string } | null
      /** The unconfirmed new address; null for none. */
      email: string | null
    }
  | { kind: 'corrections-withdrawn'; roundId: string; version: number }
  | {
      kind: 'status'
      from: ApplicationStatus
      to: ApplicationStatus
      /** The version it created. */
      version: number
      before: { statusChangedAt: string; onboardedAt: string | null; cancelledAt: string | null }
    }

/** The id and deadline of an undo. */
export interface PendingUndo {
  id: string
  until: string
}

/** Actions whose mails are delayed, so that they can be undone (docs/decisions/0083). */
export const pendingActions = pgTable(
  'held_acts',
  {
    id: uuid('id').primaryKey(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    act: jsonb('act').$type<PendingAction>().notNull(),
    /** The delayed mails: all are cancelled, or none. */
    mailIds: uuid('mail_ids').array().notNull(),
    /** The delayed events, deleted with the mails; null for none. */
    eventIds: uuid('event_ids').array(),
    until: timestampColumn('until').notNull(),
    undoneAt: timestampColumn('taken_back_at'),
  },
  (table) => [index('held_acts_application').on(table.applicationId, table.actorId, table.until)],
)
