import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LetterTemplate } from '#features/signing/rules/letter/content.ts'
import type { LetterProfile } from '#features/signing/rules/letter/profile.ts'
import type { LetterOutcome } from '#features/signing/rules/letter/run.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/** Published templates of the FAIS letter. Append-only. */
export const letterTemplates = pgTable('letter_templates', {
  /** Counted from 1; printed at the foot of letters. */
  version: integer('version').primaryKey(),
  template: jsonb('template').$type<LetterTemplate>().notNull(),
  /** Who checked it against the General Code, as entered. */
  checkedBy: text('checked_by').notNull(),
  /** A user; the version outlives the account. */
  publishedBy: uuid('published_by').notNull(),
  publishedAt: timestampColumn('published_at').notNull(),
})

/** What letters say of a wealth manager; printed in each, so it is stored as plaintext. */
export const letterProfiles = pgTable('letter_profiles', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  profile: jsonb('profile').$type<LetterProfile>().notNull(),
  changedAt: timestampColumn('changed_at').notNull(),
})

/** FAIS letters that were generated; all others were uploaded. */
export const generatedLetters = pgTable('generated_letters', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** Of the template. */
  version: integer('version').notNull(),
  /** SHA-256 of what it says: a letter with another one is out of date. */
  fingerprint: text('fingerprint').notNull(),
})

/** Letters that are generated in the background. Users start one run at a time. */
export const letterRuns = pgTable(
  'letter_runs',
  {
    id: uuid('id').primaryKey(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Origin, for the audit log. */
    ip: inet('ip'),
    /** Of the template. */
    version: integer('version').notNull(),
    replaceUploaded: boolean('replace_uploaded').notNull(),
    total: integer('total').notNull(),
    /** Started when the facts of a wealth manager without a letter were complete. */
    isAutomatic: boolean('is_automatic').notNull().default(false),
    createdAt: timestampColumn('created_at').notNull(),
    endedAt: timestampColumn('ended_at'),
  },
  (table) => [
    uniqueIndex('letter_runs_open')
      .on(sql`(ended_at is null)`)
      .where(sql`ended_at is null and not is_automatic`),
    index('letter_runs_created').on(table.createdAt),
    index('letter_runs_actor').on(table.actorId),
  ],
)

/** One letter of a run. */
export const letterRunRows = pgTable(
  'letter_run_rows',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => letterRuns.id, { onDelete: 'cascade' }),
    /** Not a foreign key: the account may be deleted meanwhile. */
    managerId: uuid('manager_id').notNull(),
    position: integer('position').notNull(),
    /** Until then a server generates it; afterwards another may. */
    claimedUntil: timestampColumn('claimed_until'),
    /** Null until done; set in the transaction that stores the letter. */
    outcome: text('outcome').$type<LetterOutcome>(),
    /** The facts that are missing, for `incomplete`. */
    missing: text('missing').array(),
    /** Number of failed attempts. */
    faults: smallint('faults').notNull().default(0),
  },
  ({ runId, managerId }) => [primaryKey({ columns: [runId, managerId] })],
)
