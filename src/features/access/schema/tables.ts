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
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { ConfirmationRecord } from '#features/applications/rules/wizard/confirmations.ts'
import type { FileType } from '#base/rules/files/file-types.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { DownloadOnly, VirusScan } from '#base/rules/files/safety.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { UserStatus } from '#features/access/rules/statuses.ts'
import { bytea } from '#base/server/db/bytea.ts'
import { dayColumn, timestampColumn } from '#base/server/db/timestamp.ts'
import type { EncryptedAnswers } from '#features/access/schema/encrypted-answers.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** An e-mail address in lower case. */
    username: text('username').notNull(),
    role: text('role').$type<Role>().notNull(),
    fullName: text('full_name'),
    /** A wealth manager's number for clients, in E.164 form; null for the firm's number. */
    phone: text('phone'),
    /** Null with a temporary password only. */
    passwordHash: text('password_hash'),
    /** A client's wealth manager. */
    wealthManagerId: uuid('wealth_manager_id').references((): AnyPgColumn => users.id),
    /** A manager's current FAIS letter. */
    faisDocumentId: uuid('fais_document_id').references((): AnyPgColumn => documents.id),
    /** Since when sign-in requires a second factor; null if it does not. */
    secondFactorSince: timestampColumn('second_factor_since'),
    /** Since when an admin is a senior manager, who decides on approvals; null for none. */
    seniorManagerSince: timestampColumn('senior_manager_since'),
    /** Since when an admin reads everything and changes nothing; null for others. */
    complianceSince: timestampColumn('compliance_since'),
    /** Whether nothing mailed to the address has been used yet: neither temporary password nor confirmation. */
    invited: boolean('invited').notNull().default(false),
    /** The random handle of the user's passkeys; null without any. */
    webauthnHandle: bytea('webauthn_handle'),
    /** Until when the account may be linked to a provider's person without its password; set by a system administrator. */
    linkUntil: timestampColumn('link_until'),
    /** Who made a member of staff's account, or reset its password last, and when: no second person to each other for a while. */
    accessBy: uuid('access_by'),
    accessAt: timestampColumn('access_at'),
    createdAt: timestampColumn('created_at').notNull(),
    deactivatedAt: timestampColumn('deactivated_at'),
    status: text('status')
      .$type<UserStatus>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when deactivated_at is not null then 'deactivated' when invited then 'invited' else 'active' end`,
      ),
    /** Name and username, without case and accents, after a space. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`' ' || left(fold_text(coalesce(full_name || ' ', '') || username), 600)`),
  },
  ({ id, ...by }) => [
    uniqueIndex('users_username').on(by.username),
    index('users_wealth_manager').on(by.wealthManagerId),
    // The users that clients can be assigned to.
    index('users_role_username').on(by.role, by.username),
    // User lists, newest first (docs/decisions/0021).
    index('users_created').on(by.createdAt, id),
    index('users_role_status_created').on(by.role, by.status, by.createdAt, id),
    index('users_search').using('gin', by.searchText.op('gin_trgm_ops')),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of the token: useless if stolen. */
    tokenHash: bytea('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Set if the session began with a temporary password, to that password's hash: it is used up, and only allows
     * choosing a new password here.
     */
    temporaryPasswordHash: text('temporary_password_hash'),
    /** Whether the second factor is pending or was given; null if not required. */
    secondFactor: text('second_factor').$type<'due' | 'given'>(),
    createdAt: timestampColumn('created_at').notNull(),
    lastSeenAt: timestampColumn('last_seen_at').notNull(),
    endsAt: timestampColumn('ends_at').notNull(),
    ip: inet('ip'),
    userAgent: text('user_agent'),
    /** How the session began; null: with a password. */
    signedInBy: text('signed_in_by').$type<'sso' | 'passkey'>(),
    /** The identity that began it (`sso-schema.ts`). */
    identityId: uuid('identity_id'),
    /** When its user last proved at the provider who they are. */
    provedAt: timestampColumn('proved_at'),
    /** Encrypted; null where the provider is not asked again. */
    refreshToken: text('refresh_token'),
    /** When the provider is asked again whether the user is welcome. */
    checkAt: timestampColumn('check_at'),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_ends_at').on(table.endsAt),
  ],
)

/** Second factors of staff (`users.second_factor_since`), and authenticators that are being set up. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted for this user (`auth/second-factor/sealed-secret.ts`). */
  secret: text('secret').notNull(),
  createdAt: timestampColumn('created_at').notNull(),
  /** Time step of the newest used code: it and earlier ones are rejected. Null: there is no authenticator in use. */
  lastStep: bigint('last_step', { mode: 'number' }),
})

/** Single-use codes for a lost authenticator. */
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

export const applications = pgTable(
  'applications',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The reference without the firm's initials (`base/rules/identifiers/reference.ts`). */
    reference: text('reference')
      .notNull()
      .default(sql`new_reference()`),
    status: text('status').$type<ApplicationStatus>().notNull(),
    currentStep: text('current_step'),
    version: integer('version').notNull(),
    /**
     * The client's current wealth manager (decisions, "Who manages it?"), maintained by the database from `users`
     * (docs/decisions/0021).
     */
    wealthManagerId: uuid('wealth_manager_id').references(() => users.id),
    /** As in the API, with secrets encrypted: jsonb stores amounts exactly. */
    answers: jsonb('answers').$type<EncryptedAnswers>().notNull(),
    /**
     * Keyed hash of the encrypted answer `idNumber` for searches (docs/decisions/0084); empty without an answer. Null
     * until computed, for instance after a change by an older server.
     */
    idNumberHash: bytea('id_number_hash'),
    confirmations: jsonb('confirmations').$type<ConfirmationRecord>().notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    updatedAt: timestampColumn('updated_at').notNull(),
    submittedAt: timestampColumn('submitted_at'),
    /**
     * The day by which an answer was last promised: at submission, corrections and reopening. Null for promises of
     * earlier releases, which are computed.
     */
    answerPromisedBy: dayColumn('answer_promised_by'),
    statusChangedAt: timestampColumn('status_changed_at').notNull(),
    onboardedAt: timestampColumn('onboarded_at'),
    cancelledAt: timestampColumn('cancelled_at'),
    /** When the latest annual review was completed. */
    reviewedAt: timestampColumn('reviewed_at'),
    /** From where annual reviews are counted instead, since those of an import were spread: no review was held then. */
    reviewCountedFrom: timestampColumn('review_counted_from'),
  },
  (table) => [
    uniqueIndex('applications_user').on(table.userId),
    // The id is included (INCLUDE, in the migration): rows are wide, and lookups by reference need only the id.
    uniqueIndex('applications_reference_id').on(table.reference).concurrently(),
    index('applications_wealth_manager').on(table.wealthManagerId),
    // Lookup by number, and rows without a hash.
    index('applications_id_number').on(table.idNumberHash, table.id).concurrently(),
  ],
)

/** A plaintext name: servers of 1.0.0 look for some along this index, so only the release after this one drops it. */
const isPlaintextName = sql`name !~ '^sealed:1:[0-9a-f]{8}:[A-Za-z0-9_-]+$'`

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
    /** Display name, never a path; encrypted (`documents/sealed-name.ts`). */
    encryptedName: text('name').notNull(),
    /** The sender's own id if given; encrypted, since it may be derived from the name. */
    encryptedFileId: text('file_id'),
    contentType: text('content_type').$type<FileType>().notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    objectKey: text('object_key').notNull(),
    /** Why it is never shown inline; null if it may be. */
    downloadOnly: text('download_only').$type<DownloadOnly>(),
    /** Whether a FAIS letter can be sealed; null until that was tried. */
    sealable: boolean('sealable'),
    virusScan: text('virus_scan').$type<VirusScan>().notNull().default('not-scanned'),
    /** Failed scan attempts, and when the next one is due. */
    scanAttempts: integer('scan_attempts').notNull().default(0),
    nextScanAt: timestampColumn('next_scan_at'),
    uploadedAt: timestampColumn('uploaded_at').notNull(),
    /** Removed from the application at once; the stored object follows after a grace period. */
    removedAt: timestampColumn('removed_at'),
    /**
     * The document that replaced it in a correction request. It is shown there only, and kept as evidence of identity
     * verification (FICA, section 22).
     */
    supersededBy: uuid('superseded_by').references((): AnyPgColumn => documents.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('documents_application')
      .on(table.applicationId)
      .where(sql`removed_at is null`),
    // Foreign keys are searched when applications and users are deleted, as in the undo of an import.
    index('documents_of_application').on(table.applicationId),
    index('documents_owner').on(table.ownerId),
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
