import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { LetterTemplate } from '#domain/firm/letter/content.ts'
import type { LetterProfile } from '#domain/firm/letter/profile.ts'
import { documents, users } from './schema.ts'
import { timestampColumn } from './timestamp.ts'

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
