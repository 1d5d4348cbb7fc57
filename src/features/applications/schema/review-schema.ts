import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, date, index, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  applicationStatuses,
  statusTraits,
  type ApplicationStatus,
} from '#features/access/rules/lifecycle/statuses.ts'
import type { WaitingOn } from '#features/applications/rules/round/rounds.ts'
import type { NoticeKind } from '#features/applications/rules/notices.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications } from '#features/access/schema/tables.ts'

const ranks = applicationStatuses.map((status) => `when '${status}' then ${statusTraits[status].rank}`)

/** The position of a status in the lifecycle, which lists are sorted by: an index has it. */
export const statusRankOf = (status: SQLWrapper) =>
  sql<number>`case ${status} ${sql.raw(ranks.join(' '))} end`

/**
 * Data that lists show, sort, filter and search by (docs/decisions/0140): maintained by a trigger on `applications`, in
 * the same transaction, from the view `summarised_applications`. No other code writes here.
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
    /** When it reached its current status. */
    statusChangedAt: timestampColumn('status_changed_at').notNull(),
    /** The day (South Africa) of the latest change. Updated once a day, not with every save. */
    lastActiveOn: date('last_active_on', { mode: 'string' }).notNull(),
    onboardedAt: timestampColumn('onboarded_at'),
    cancelledAt: timestampColumn('cancelled_at'),
    /** Start of the current annual review period; null for non-clients. */
    reviewBaseAt: timestampColumn('review_base_at'),
    fullName: text('full_name'),
    /** Sort key of the name: no case, no accents. */
    nameKey: text('name_key'),
    emailAddress: text('email_address').notNull(),
    mobileNumber: text('mobile_number'),
    /** Rand; null without amounts. */
    netWorth: numeric('net_worth', { precision: 16, scale: 2 }),
    /** Whose turn it is in the open correction request; null for none. */
    waitingOn: text('waiting_on').$type<WaitingOn>(),
    /** When the client answered the request that waits for staff; null for none. */
    answeredAt: timestampColumn('answered_at'),
    /** Since when it waits for staff or client. */
    queueSince: timestampColumn('queue_since')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(answered_at, submitted_at, created_at)`),
    /** Without an active wealth manager. */
    unassigned: boolean('unassigned').notNull().default(false),
    /** Expiry of an unused invitation; null once the client has signed in, or without one. */
    invitedUntil: timestampColumn('invited_until'),
    /** Name, e-mail address and mobile number, without case and accents, after a space. */
    searchText: text('search_text').notNull(),
  },
  ({ applicationId: id, ...by }) => [
    index('application_summaries_created').on(by.createdAt, id),
    index('application_summaries_name').on(by.nameKey, id),
    index('application_summaries_queue_since').on(by.queueSince, id),
    index('application_summaries_submitted').on(by.submittedAt, id),
    index('application_summaries_rank').on(sql`(${statusRankOf(sql.raw('status'))})`, by.createdAt, id),
    index('application_summaries_invited')
      .on(by.invitedUntil)
      .where(sql`invited_until is not null`),
    index('application_summaries_status_changed').on(by.statusChangedAt, id),
    index('application_summaries_last_active').on(by.lastActiveOn, id),
    index('application_summaries_manager_created').on(by.wealthManagerId, by.createdAt, id),
    // Counts by status, and annual reviews by date.
    index('application_summaries_status_review').on(by.status, by.reviewBaseAt),
    // Few applications have open requests or no manager at a time.
    index('application_summaries_pending')
      .on(by.waitingOn, id)
      .where(sql`waiting_on is not null or unassigned`),
    index('application_summaries_search').using('gin', by.searchText.op('gin_trgm_ops')),
  ],
)

/** Reasons of status changes: the audit log names the change, but contains no texts. */
export const statusReasons = pgTable(
  'status_reasons',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** The new status. */
    status: text('status').$type<ApplicationStatus>().notNull(),
    reason: text('reason').notNull(),
    /** Time of the change, as in the audit log. */
    at: timestampColumn('at').notNull(),
  },
  (table) => [index('status_reasons_application').on(table.applicationId, table.at)],
)

/** Notices mailed to a client, so that a repetition needs confirmation. */
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

/** Clients whom staff no longer want reminded automatically. Deleted when reminders start again. */
export const stoppedReminders = pgTable('stopped_reminders', {
  applicationId: uuid('application_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  stoppedAt: timestampColumn('stopped_at').notNull(),
})
