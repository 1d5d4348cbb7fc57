import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { ConfirmationName } from '#domain/applications/wizard/confirmations.ts'
import type { FileType, SentType } from '#domain/documents/file-types.ts'
import type { DocumentKindName } from '#domain/documents/kinds.ts'
import type { DownloadOnly, VirusScan } from '#domain/documents/safety.ts'
import type { Role } from '#domain/users/roles.ts'
import type { UserStatus } from '#domain/users/statuses.ts'
import { bytea } from './bytea.ts'
import { timestampColumn } from './timestamp.ts'
import type { EncryptedAnswers } from './encrypted-answers.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** An e-mail address in lower case. */
    username: text('username').notNull(),
    role: text('role').$type<Role>().notNull(),
    fullName: text('full_name'),
    /** Where a wealth manager's clients call them, in E.164 form; null where the firm's number serves. */
    phone: text('phone'),
    /** Null while only a temporary password exists. */
    passwordHash: text('password_hash'),
    /** A client's wealth manager. */
    wealthManagerId: uuid('wealth_manager_id').references((): AnyPgColumn => users.id),
    /** A manager's current FAIS letter. */
    faisDocumentId: uuid('fais_document_id').references((): AnyPgColumn => documents.id),
    /** Since when signing in asks for a second factor too; null where it does not. */
    secondFactorSince: timestampColumn('second_factor_since'),
    /** Whether nothing that was mailed to the address has come back yet: no temporary password, no confirmation. */
    invited: boolean('invited').notNull().default(false),
    createdAt: timestampColumn('created_at').notNull(),
    deactivatedAt: timestampColumn('deactivated_at'),
    status: text('status')
      .$type<UserStatus>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when deactivated_at is not null then 'deactivated' when invited then 'invited' else 'active' end`,
      ),
    /** Name and username, without capitals and accents, after a space. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`' ' || left(fold_text(coalesce(full_name || ' ', '') || username), 600)`),
  },
  ({ id, ...by }) => [
    uniqueIndex('users_username').on(by.username),
    index('users_wealth_manager').on(by.wealthManagerId),
    // The people whom clients can be assigned to.
    index('users_role_username').on(by.role, by.username),
    // Each list of users, the newest first (docs/decisions/0021).
    index('users_created').on(by.createdAt, id),
    index('users_role_status_created').on(by.role, by.status, by.createdAt, id),
    index('users_search').using('gin', by.searchText.op('gin_trgm_ops')),
  ],
)

/** Browsers that a user has signed in from: guessing from elsewhere does not keep the user out of them. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: bytea('token_hash').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
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
    /** Whether the second factor is still to be given, or was; null where the sign-in asked for none. */
    secondFactor: text('second_factor').$type<'due' | 'given'>(),
    createdAt: timestampColumn('created_at').notNull(),
    lastSeenAt: timestampColumn('last_seen_at').notNull(),
    endsAt: timestampColumn('ends_at').notNull(),
    ip: inet('ip'),
    userAgent: text('user_agent'),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_ends_at').on(table.endsAt),
  ],
)

/** The authenticator of each user who has one, or is setting one up (`users.second_factor_since` tells which). */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed for this user (`auth/second-factor/sealed-secret.ts`). */
  secret: text('secret').notNull(),
  createdAt: timestampColumn('created_at').notNull(),
  /** The time step of the newest code that was used: none of it or before it is taken again. */
  lastStep: bigint('last_step', { mode: 'number' }),
})

/** What opens an account once each when its authenticator is lost. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** Argon2id. */
    codeHash: text('code_hash').notNull(),
    usedAt: timestampColumn('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
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
    /** What people call it by, without the firm's initials (`domain/applications/reference.ts`). */
    reference: text('reference')
      .notNull()
      .default(sql`new_reference()`),
    status: text('status').$type<ApplicationStatus>().notNull(),
    currentStep: text('current_step'),
    version: integer('version').notNull(),
    /** The client's current wealth manager (decisions, "Who manages it?"): the database writes it after `users` (docs/decisions/0021). */
    wealthManagerId: uuid('wealth_manager_id').references(() => users.id),
    /** As the API carries them, the secret ones encrypted: jsonb keeps amounts exactly. */
    answers: jsonb('answers').$type<EncryptedAnswers>().notNull(),
    /**
     * Finds the application by its answer `idNumber`, which is encrypted (docs/decisions/0084): keyed, empty where nothing is answered. Null
     * where nobody has looked yet, as after a change by a server that does not know of it.
     */
    idNumberHash: bytea('id_number_hash'),
    confirmations: jsonb('confirmations').$type<ConfirmationRecord>().notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    updatedAt: timestampColumn('updated_at').notNull(),
    submittedAt: timestampColumn('submitted_at'),
    statusChangedAt: timestampColumn('status_changed_at').notNull(),
    onboardedAt: timestampColumn('onboarded_at'),
    cancelledAt: timestampColumn('cancelled_at'),
    /** When the latest annual review was completed. */
    reviewedAt: timestampColumn('reviewed_at'),
  },
  (table) => [
    uniqueIndex('applications_user').on(table.userId),
    // The id is in the index too (INCLUDE, in the migration): rows are wide, and who looks one up by its reference needs nothing else of it.
    uniqueIndex('applications_reference_id').on(table.reference).concurrently(),
    index('applications_wealth_manager').on(table.wealthManagerId),
    // Those of a number, and those where it is missing.
    index('applications_id_number').on(table.idNumberHash, table.id).concurrently(),
  ],
)

/**
 * What clients saved while typing and the audit log does not name yet: a stretch for each application and address. The log
 * gets one row for it when it ends (docs/decisions/0030). Not a foreign key: what is owed to the log outlives its application.
 */
export const draftEditSessions = pgTable(
  'draft_stretches',
  {
    applicationId: uuid('application_id').notNull(),
    /** The address that it came from; empty where it is not known: one row for all of those. */
    ip: text('ip').notNull(),
    actorId: uuid('actor_id').notNull(),
    actorRole: text('actor_role').$type<Role>().notNull(),
    /** The first save of the stretch, and the latest. */
    since: timestampColumn('since').notNull(),
    until: timestampColumn('until').notNull(),
    saves: integer('saves').notNull(),
    /** The names of the answers that changed. */
    fields: text('fields').array().notNull(),
    currentStep: text('current_step'),
    /** The application's after the latest save. */
    version: integer('version').notNull(),
  },
  (table) => [unique('draft_stretches_of').on(table.applicationId, table.ip)],
)

/** A name that an earlier version stored as it was: not of the form of what is sealed (`encryption/text-cipher.ts`). */
export const isPlaintextName = sql`name !~ '^sealed:1:[0-9a-f]{8}:[A-Za-z0-9_-]+$'`

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
    /** For display only, never a path; sealed (`documents/sealed-name.ts`). */
    encryptedName: text('name').notNull(),
    /** The id that its sender knows it by, where they chose one; encrypted, since it may be made from the name. */
    encryptedFileId: text('file_id'),
    contentType: text('content_type').$type<FileType>().notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    objectKey: text('object_key').notNull(),
    /** Why it is never shown on a page of ours; null where it may be. */
    downloadOnly: text('download_only').$type<DownloadOnly>(),
    virusScan: text('virus_scan').$type<VirusScan>().notNull().default('not-scanned'),
    /** How often the scanner was asked in vain, and when it is asked next. */
    scanAttempts: integer('scan_attempts').notNull().default(0),
    nextScanAt: timestampColumn('next_scan_at'),
    uploadedAt: timestampColumn('uploaded_at').notNull(),
    /** Gone from the application at once; the stored object follows after a grace period. */
    removedAt: timestampColumn('removed_at'),
    /**
     * The document that took its place in a round of corrections: it shows with that round alone, and is kept as long as the
     * rest, since it was used to verify somebody (FICA, section 22).
     */
    supersededBy: uuid('superseded_by').references((): AnyPgColumn => documents.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('documents_application')
      .on(table.applicationId)
      .where(sql`removed_at is null`),
    index('documents_superseded')
      .on(table.supersededBy)
      .where(sql`superseded_by is not null`),
    index('documents_removed')
      .on(table.removedAt)
      .where(sql`removed_at is not null`),
    index('documents_to_scan')
      .on(table.nextScanAt)
      .where(sql`virus_scan = 'waiting'`),
    index('documents_name_in_the_clear').on(table.id).where(isPlaintextName),
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
    contentType: text('content_type').$type<SentType>(),
    bytes: integer('bytes'),
    /** SHA-256 of the secret part of the address; null where the store signs it. */
    tokenHash: bytea('token_hash'),
    objectKey: text('object_key').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** Set when a file arrived: the address works once. */
    receivedAt: timestampColumn('received_at'),
    /** How many passwords were tried on the file. */
    passwordAttempts: integer('password_attempts').notNull().default(0),
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
    createdAt: timestampColumn('created_at').notNull(),
  },
  (table) => [index('unattached_objects_created').on(table.createdAt)],
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
