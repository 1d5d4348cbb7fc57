import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { FirmSection, SomeFirmValues } from '#features/brand/rules/sections.ts'
import type { StandardWording } from '#features/brand/rules/wording.ts'
import { bytea } from '#base/server/db/bytea.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/** Versions of the firm's settings, by section. Append-only. */
export const firmSettings = pgTable(
  'firm_settings',
  {
    section: text('section').$type<FirmSection>().notNull(),
    /** Counted from 1. */
    version: integer('version').notNull(),
    /** The fields that differ from their defaults. */
    values: jsonb('values').$type<Record<string, string>>().notNull(),
    /** The standard wording of the mail when this was saved; null for other sections, and for earlier releases. */
    standard: jsonb('standard').$type<StandardWording>(),
    /** The names of the fields that this version changed. */
    changed: text('changed').array().notNull(),
    /** A user; the version outlives the account. Null for an import by an operator. */
    changedBy: uuid('changed_by'),
    changedAt: timestampColumn('changed_at').notNull(),
  },
  ({ section, version }) => [primaryKey({ columns: [section, version] })],
)

/** One row: servers follow its revision. */
export const firmState = pgTable('firm_state', {
  isAll: boolean('is_all').primaryKey().default(true),
  /** Changes in the transaction of each version. */
  revision: uuid('revision').notNull(),
  setupCompletedAt: timestampColumn('setup_completed_at'),
  /** The values that environment variables set at the last start; null before the first. */
  environment: jsonb('environment').$type<SomeFirmValues>(),
})

/** Pictures of the firm, re-encoded as PNG, by their hash. Public. */
export const firmFiles = pgTable('firm_files', {
  /** SHA-256 of the content, in hexadecimal. */
  sha256: text('sha256').primaryKey(),
  content: bytea('content').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  createdAt: timestampColumn('created_at').notNull(),
})
