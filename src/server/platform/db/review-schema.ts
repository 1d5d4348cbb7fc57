import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  numeric,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { WaitingOn } from '#domain/corrections/rounds.ts'
import type { NoticeKind } from '#domain/applications/review/notices.ts'
import { moment } from './moment.ts'
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
    /** The place of the status in the lifecycle. */
    statusOrder: smallint('status_order')
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          `array_position(array[${applicationStatuses.map((name) => `'${name}'`).join(', ')}], status)`,
        ),
      ),
    currentStep: text('current_step'),
    createdAt: moment('created_at').notNull(),
    submittedAt: moment('submitted_at'),
    /** Since when it has the status that it has. */
    statusChangedAt: moment('status_changed_at').notNull(),
    /** The day (South Africa) on which anything of it changed last. No more exactly: it is written once a day, not with every save. */
    lastActiveOn: date('last_active_on', { mode: 'string' }).notNull(),
    onboardedAt: moment('onboarded_at'),
    cancelledAt: moment('cancelled_at'),
    /** What the months until the next annual review are counted from; null for who is no client of the firm. */
    reviewBaseAt: moment('review_base_at'),
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
    answeredAt: moment('answered_at'),
    /** What a manager's queue begins with: clients who answered (2), then whatever else is staff's to look at (1). */
    queueOrder: smallint('queue_order')
      .notNull()
      .generatedAlwaysAs(
        sql`case when waiting_on = 'staff' then 2 when waiting_on is null and status in ('submitted', 'under_review') then 1 else 0 end`,
      ),
    /** Since when it stands there. */
    queueSince: moment('queue_since')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(answered_at, submitted_at, created_at)`),
    /** Whether nobody looks after it who could: it has no manager, or one who is deactivated or none any more. */
    unassigned: boolean('unassigned').notNull().default(false),
    /** Until when the invitation works that its client has not used yet; null where they have signed in, or none waits. */
    invitedUntil: moment('invited_until'),
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

/**
 * How many applications and users there are of each sort that screens count, kept by triggers on
 * `application_summaries` and `users`. A count is the sum of its rows: whoever finds all of them locked adds one, so that
 * no writer waits for another.
 */
export const applicationTallies = pgTable(
  'application_tallies',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What is counted: `status`, `manager` and an id, `unassigned`, `started`, `submitted`, `draft step`, `draft day`, also with a manager's id, `waiting` and for whom, also with a manager's id, `review base`, `user`. */
    scope: text('scope').notNull(),
    /** Which of them: a status, a Monday, a step, a day, a user's role and status. */
    key: text('key').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [index('application_tallies_key').on(table.scope, table.key)],
)

/**
 * What a transaction that changes a great deal has yet to add to the counts, until it ends (docs/decisions/0140): nobody
 * ever sees a row of it.
 */
export const applicationTallyChanges = pgTable('application_tally_changes', {
  transaction: text('transaction').notNull(),
  scope: text('scope').notNull(),
  key: text('key').notNull(),
  difference: bigint('difference', { mode: 'number' }).notNull(),
})

/**
 * Changes whenever somebody of the staff is called otherwise than before: kept by a trigger on `users`. No row until the first is. By
 * chance and not counted, so that no other state of the database ever has the same (docs/decisions/0140).
 */
export const staffNames = pgTable(
  'staff_names',
  {
    isAll: boolean('is_all').primaryKey().default(true),
    revision: uuid('revision').notNull(),
  },
  (table) => [check('staff_names_are_one', sql`${table.isAll}`)],
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
    at: moment('at').notNull(),
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
    sentAt: moment('sent_at').notNull(),
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
    completedAt: moment('completed_at').notNull(),
    completedBy: uuid('completed_by')
      .notNull()
      .references(() => users.id),
  },
  (table) => [index('annual_reviews_application').on(table.applicationId, table.completedAt)],
)
