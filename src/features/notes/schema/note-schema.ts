import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { NoteSubject } from '#features/notes/rules/notes.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/** Staff notes on an application (docs/decisions/0085), deleted with the application only. */
export const notes = pgTable(
  'notes',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<NoteSubject['kind']>().notNull(),
    /** For an answer. */
    path: text('path'),
    /** For a document. No foreign key: it may be deleted first. */
    documentId: uuid('document_id'),
    createdAt: timestampColumn('created_at').notNull(),
    /** The current revision. */
    version: integer('version').notNull(),
  },
  (table) => [
    index('notes_application').on(table.applicationId, table.createdAt),
    index('notes_author').on(table.authorId),
  ],
)

/** Revisions of a note: the latest is shown, all are kept. Encrypted (`notes/sealed-words.ts`). */
export const noteRevisions = pgTable(
  'note_wordings',
  {
    id: uuid('id').primaryKey(),
    noteId: uuid('note_id')
      .notNull()
      .references(() => notes.id, { onDelete: 'cascade' }),
    /** Counts from 1. */
    version: integer('version').notNull(),
    at: timestampColumn('at').notNull(),
    words: text('words').notNull(),
    /** Mentioned staff. */
    mentions: uuid('mentions')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [uniqueIndex('note_wordings_note').on(table.noteId, table.version)],
)
