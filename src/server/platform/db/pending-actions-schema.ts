import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { timestampColumn } from './timestamp.ts'
import { applications, users } from './schema.ts'

/** What is taken back, and how it was before: moments as ISO 8601. */
export type PendingAction =
  | { kind: 'reminder'; noticeId: string }
  | { kind: 'reviews-notified'; notices: { applicationId: string; noticeId: string }[] }
  | { kind: 'review-completed'; reviewId: string; reviewedAt: string | null }
  | {
      kind: 'corrections-asked'
      roundId: string
      /** The round that was sent back, and goes on in this one. */
      closedId: string | null
      from: ApplicationStatus
      version: number
      before: { statusChangedAt: string }
    }
  /** Clients who were given to another manager, by the ids of their accounts; nobody's are null's. */
  | { kind: 'clients-moved'; from: string | null; to: string | null; clients: string[]; at: string }
  | {
      kind: 'client-corrected'
      clientId: string
      /** What the account was called, and is; null where that is as before. */
      name: { from: string | null; to: string } | null
      /** The new address, which waits to be confirmed; null where there is none. */
      email: string | null
    }
  | { kind: 'corrections-withdrawn'; roundId: string; version: number }
  | {
      kind: 'status'
      from: ApplicationStatus
      to: ApplicationStatus
      /** The version that it made. */
      version: number
      before: { statusChangedAt: string; onboardedAt: string | null; cancelledAt: string | null }
    }

/** What can be taken back, and until when. */
export interface PendingUndo {
  id: string
  until: string
}

/** What somebody did whose mails wait, so that it can be taken back until then (docs/decisions/0083). */
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
    /** The mails that wait: all of them are taken back, or nothing is. */
    mailIds: uuid('mail_ids').array().notNull(),
    until: timestampColumn('until').notNull(),
    undoneAt: timestampColumn('taken_back_at'),
  },
  (table) => [index('held_acts_application').on(table.applicationId, table.actorId, table.until)],
)
