import { sql } from 'drizzle-orm'
import { boolean, date, index, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { WaitingOn } from '#domain/corrections/rounds.ts'
import type { NoticeKind } from '#domain/applications/review/notices.ts'
import { timestampColumn } from './timestamp.ts'
import { applications, users } from './schema.ts'

/**
 * What lists show of an application, and what they sort, filter and search by (docs/decisions/0140): kept by a trigger
 * on `applications`, in the same transaction, from the view `summarised_applications`. Nothing else writes here.
 */
export const applicationSummaries = pgTable(
  'application_summaries',
  {
    applicationId: uuid('application_id')
      .primaryKey()
      .references(() => applications.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    wealthManagerId: uuid('wealth_manager_id'),
    status: text('status').$type<ApplicationStatus>().notNull(),
    currentStep: text('current_step'),
    createdAt: timestampColumn('created_at').notNull(),
    submittedAt: timestampColumn('submitted_at'),
    /** Since when it has the status that it has. */
    statusChangedAt: timestampColumn('status_changed_at').notNull(),
    /** The day (South Africa) on which anything of it changed last. No more exactly: it is written once a day, not with every save. */
    lastActiveOn: date('last_active_on', { mode: 'string' }).notNull(),
    onboardedAt: timestampColumn('onboarded_at'),
    cancelledAt: timestampColumn('cancelled_at'),
    /** What the months until the next annual review are counted from; null for who is no client of the firm. */
    reviewBaseAt: timestampColumn('review_base_at'),
    fullName: text('full_name'),
    /** The name to sort by: no capitals, no accents. */
    nameKey: text('name_key'),
    emailAddress: text('email_address').notNull(),
    mobileNumber: text('mobile_number'),
    /** Rand; null where no amount was given. */
    netWorth: numeric('net_worth', { precision: 16, scale: 2 }),
    /** Whom a round of corrections waits for; null where none is open. */
    waitingOn: text('waiting_on').$type<WaitingOn>(),
    /** When the client sent back what waits for staff; null where nothing does. */
    answeredAt: timestampColumn('answered_at'),
    /** Since when it waits for staff or its client. */
    queueSince: timestampColumn('queue_since')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(answered_at, submitted_at, created_at)`),
    /** Whether it has no active wealth manager. */
    unassigned: boolean('unassigned').notNull().default(false),
    /** Until when the invitation works that its client has not used yet; null where they have signed in, or none waits. */
    invitedUntil: timestampColumn('invited_until'),
    /** Name, e-mail address and mobile number, without capitals and accents, after a space. */
    searchText: text('search_text').notNull(),
  },
  ({ applicationId: id, ...by }) => [
    index('application_summaries_created').on(by.createdAt, id),
    index('application_summaries_name').on(by.nameKey, id),
    index('application_summaries_queue_since').on(by.queueSince, id),
    index('application_summaries_status_changed').on(by.statusChangedAt, id),
    index('application_summaries_last_active').on(by.lastActiveOn, id),
    index('application_summaries_manager_created').on(by.wealthManagerId, by.createdAt, id),
    // Counts by status, and annual reviews by their date.
    index('application_summaries_status_review').on(by.status, by.reviewBaseAt),
    // Few applications wait for corrections or have no manager at a time.
    index('application_summaries_pending')
      .on(by.waitingOn, id)
      .where(sql`waiting_on is not null or unassigned`),
    index('application_summaries_search').using('gin', by.searchText.op('gin_trgm_ops')),
  ],
)

/** Why staff changed a status, where they said so: the audit log names the change, and holds no texts. */
export const statusReasons = pgTable(
  'status_reasons',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** The status that it came to. */
    status: text('status').$type<ApplicationStatus>().notNull(),
    reason: text('reason').notNull(),
    /** The moment of the change, as in the audit log. */
    at: timestampColumn('at').notNull(),
  },
  (table) => [index('status_reasons_application').on(table.applicationId, table.at)],
)

/** E-mails that staff sent a client about the application, so that a second one soon after asks first. */
export const clientNotices = pgTable(
  'client_notices',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NoticeKind>().notNull(),
    sentAt: timestampColumn('sent_at').notNull(),
  },
  (table) => [index('client_notices_application').on(table.applicationId, table.kind, table.sentAt)],
)

/** Annual reviews that were completed. */
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
