import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  inet,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { NoticeKind } from '#domain/applications/review/notices.ts'
import type { ConfirmationName } from '#domain/applications/wizard/confirmations.ts'
import type { AuditAction } from '#domain/audit/events.ts'
import type { DocumentKindName, FileType } from '#domain/documents/kinds.ts'
import type { DownloadOnly, VirusScan } from '#domain/documents/safety.ts'
import type { Role } from '#domain/users/roles.ts'
import type { SealedAnswers } from '#server/applications/sealed-answers.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** An e-mail address in lower case. */
    username: text('username').notNull(),
    role: text('role').$type<Role>().notNull(),
    fullName: text('full_name'),
    /** Null while only a temporary password exists. */
    passwordHash: text('password_hash'),
    /** A client's wealth manager. */
    wealthManagerId: uuid('wealth_manager_id').references((): AnyPgColumn => users.id),
    /** A manager's current FAIS letter. */
    faisDocumentId: uuid('fais_document_id').references((): AnyPgColumn => documents.id),
    createdAt: moment('created_at').notNull(),
    deactivatedAt: moment('deactivated_at'),
  },
  (table) => [
    uniqueIndex('users_username').on(table.username),
    index('users_wealth_manager').on(table.wealthManagerId),
  ],
)

/**
 * One row a user: a new temporary password replaces the one before. A used one stays for a while, so that whoever
 * holds it can be told; one that was never used is what makes a user without a password an invited one.
 */
export const temporaryPasswords = pgTable('temporary_passwords', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  passwordHash: text('password_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
  /** Set by the one sign-in that it is good for. */
  usedAt: moment('used_at'),
})

/** Browsers that a user has signed in from: guessing from elsewhere does not keep the user out of them. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: bytea('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    index('known_browsers_expires_at').on(table.expiresAt),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of the token: what is stolen from here opens nothing. */
    tokenHash: bytea('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Set where the session began with a temporary password, to that password: it is used up, and now only vouches
     * for choosing a new one, which is all that can be done here.
     */
    temporaryPasswordHash: text('temporary_password_hash'),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    ip: inet('ip'),
    userAgent: text('user_agent'),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_ends_at').on(table.endsAt),
  ],
)

/** When each statement was confirmed, and in which wording. */
export type ConfirmationRecord = Partial<Record<ConfirmationName, { at: string; wording: string }>>

export const applications = pgTable(
  'applications',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<ApplicationStatus>().notNull(),
    currentStep: text('current_step'),
    version: integer('version').notNull(),
    /** The client's current wealth manager (decisions, "Who manages it?"). */
    wealthManagerId: uuid('wealth_manager_id').references(() => users.id),
    /** As the API carries them, the secret ones encrypted: jsonb keeps amounts exactly. */
    answers: jsonb('answers').$type<SealedAnswers>().notNull(),
    confirmations: jsonb('confirmations').$type<ConfirmationRecord>().notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    submittedAt: moment('submitted_at'),
    statusChangedAt: moment('status_changed_at').notNull(),
    onboardedAt: moment('onboarded_at'),
    cancelledAt: moment('cancelled_at'),
    /** When the latest annual review was completed. */
    reviewedAt: moment('reviewed_at'),
  },
  (table) => [
    uniqueIndex('applications_user').on(table.userId),
    index('applications_wealth_manager').on(table.wealthManagerId),
  ],
)

export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    /** Null for the staff's FAIS letters. */
    applicationId: uuid('application_id').references(() => applications.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<DocumentKindName>().notNull(),
    /** For display only: never a path. */
    name: text('name').notNull(),
    contentType: text('content_type').$type<FileType>().notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    objectKey: text('object_key').notNull(),
    /** Why it is never shown on a page of ours; null where it may be. */
    downloadOnly: text('download_only').$type<DownloadOnly>(),
    virusScan: text('virus_scan').$type<VirusScan>().notNull().default('not-scanned'),
    /** How often the scanner was asked in vain, and when it is asked next. */
    scanAttempts: integer('scan_attempts').notNull().default(0),
    nextScanAt: moment('next_scan_at'),
    uploadedAt: moment('uploaded_at').notNull(),
    /** Gone from the application at once; the stored object follows after a grace period. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    index('documents_application')
      .on(table.applicationId)
      .where(sql`removed_at is null`),
    index('documents_removed')
      .on(table.removedAt)
      .where(sql`removed_at is not null`),
    index('documents_to_scan')
      .on(table.nextScanAt)
      .where(sql`virus_scan = 'waiting'`),
    uniqueIndex('documents_object').on(table.objectKey),
  ],
)

/** Addresses given out for one file each (decisions, "Upload"). */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the address was asked for; null where the widest limits hold until registration. */
    purpose: text('purpose').$type<DocumentKindName>(),
    contentType: text('content_type').$type<FileType>(),
    bytes: integer('bytes'),
    /** SHA-256 of the secret part of the address; null where the store signs it. */
    tokenHash: bytea('token_hash'),
    objectKey: text('object_key').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Set when a file arrived: the address works once. */
    receivedAt: moment('received_at'),
    /** The document that it became. */
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('uploads_object').on(table.objectKey),
    index('uploads_created').on(table.createdAt),
  ],
)

/**
 * Objects of the server's own that no document needs: those that none refers to yet, noted before they are written and
 * struck off in the transaction that attaches them, and infected ones. What stays here was left by a crash, and is swept.
 */
export const unattachedObjects = pgTable(
  'unattached_objects',
  {
    key: text('key').primaryKey(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('unattached_objects_created').on(table.createdAt)],
)

/** Append-only: one row in the transaction of each change, and for each sign-in, failure and read. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    success: boolean('success').notNull(),
    /** Who acted; null where nobody was signed in. Not a foreign key: the log outlives its people. */
    actorId: uuid('actor_id'),
    actorRole: text('actor_role').$type<Role>(),
    /** The user or application that was acted on. */
    objectId: uuid('object_id'),
    ip: inet('ip'),
    details: jsonb('details').notNull(),
  },
  (table) => [
    index('audit_events_object').on(table.objectId, table.id),
    index('audit_events_actor').on(table.actorId, table.id),
    index('audit_events_at').on(table.at),
  ],
)

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey(),
    /** The same at every attempt, so that a receiver can tell a repetition. */
    messageId: text('message_id').notNull(),
    recipient: text('recipient').notNull(),
    template: text('template').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    createdAt: moment('created_at').notNull(),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    /** Set when no further attempt will be made. */
    givenUpAt: moment('given_up_at'),
  },
  (table) => [
    index('mail_outbox_due')
      .on(table.nextAttemptAt)
      .where(sql`sent_at is null and given_up_at is null`),
  ],
)

/** The counters of rate-limiter-flexible, in the shape that it expects. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)

/** The keys that data was encrypted with, by their short names: a start without one of them is refused. */
export const encryptionKeys = pgTable('encryption_keys', {
  id: text('id').primaryKey(),
  /** False once nothing is encrypted with it any more. */
  inUse: boolean('in_use').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** The audit log's chain: a code for each row over it and all before it, so that tampering shows (`audit/chain.ts`). */
export const auditChain = pgTable('audit_chain', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
  /** The key that the code was made with. */
  keyId: text('key_id').notNull(),
  code: bytea('code').notNull(),
})

/**
 * What lists show of an application, and what they sort, filter and search by (docs/decisions/0014): kept by a trigger
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
    /** Name, e-mail address and mobile number, without capitals and accents, after a space. */
    searchText: text('search_text').notNull(),
  },
  ({ applicationId: id, ...by }) => [
    // The newest first is what is searched most: all that it takes is in the index (INCLUDE, in the migration).
    index('application_summaries_created').on(by.createdAt, id),
    index('application_summaries_name').on(by.nameKey, id),
    index('application_summaries_status').on(by.statusOrder, by.createdAt, id),
    index('application_summaries_status_name').on(by.statusOrder, by.nameKey, id),
    index('application_summaries_manager_submitted').on(by.wealthManagerId, by.submittedAt, id),
    index('application_summaries_manager_name').on(by.wealthManagerId, by.nameKey, id),
    index('application_summaries_manager_status').on(by.wealthManagerId, by.statusOrder, by.createdAt, id),
    index('application_summaries_manager_worth').on(by.wealthManagerId, by.netWorth, id),
    index('application_summaries_manager_status_submitted').on(
      by.wealthManagerId,
      by.statusOrder,
      by.submittedAt,
      id,
    ),
    index('application_summaries_manager_status_name').on(by.wealthManagerId, by.statusOrder, by.nameKey, id),
    index('application_summaries_manager_status_worth').on(
      by.wealthManagerId,
      by.statusOrder,
      by.netWorth,
      id,
    ),
    index('application_summaries_onboarded')
      .on(by.onboardedAt, id)
      .where(sql`review_base_at is not null`),
    index('application_summaries_onboarded_name')
      .on(by.nameKey, id)
      .where(sql`review_base_at is not null`),
    index('application_summaries_review')
      .on(by.reviewBaseAt, id)
      .where(sql`review_base_at is not null`),
    index('application_summaries_search').using('gin', by.searchText.op('gin_trgm_ops')),
  ],
)

/**
 * How many applications there are of each sort that screens count, kept by a trigger on `application_summaries`. A count
 * is the sum of its rows: whoever finds all of them locked adds one, so that no writer waits for another.
 */
export const applicationTallies = pgTable(
  'application_tallies',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What is counted: `status`, `manager` and an id, `started`, `submitted`, `draft step`, `review base`. */
    scope: text('scope').notNull(),
    /** Which of them: a status, a Monday, a step, a day. */
    key: text('key').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [index('application_tallies_key').on(table.scope, table.key)],
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
