import { sql } from 'drizzle-orm'
import { date, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import type { RoundState, Verdict } from '#features/applications/rules/round/rounds.ts'
import type { SubjectKind } from '#features/applications/rules/round/subjects.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, documents } from '#features/access/schema/tables.ts'

/**
 * Correction requests, independent of the status (docs/decisions/0060). At most one is open, and at most one is a
 * draft.
 */
export const correctionRounds = pgTable(
  'correction_rounds',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** Number among the application's sent requests, from 1; null for a draft. */
    number: smallint('number'),
    state: text('state').$type<RoundState>().notNull(),
    /** Set where the client opened it, to add or correct something. */
    openedBy: text('opened_by').$type<'client'>(),
    createdAt: timestampColumn('created_at').notNull(),
    askedAt: timestampColumn('asked_at'),
    /** Due day (yyyy-MM-dd). */
    dueOn: date('due_on', { mode: 'string' }),
    answeredAt: timestampColumn('answered_at'),
    closedAt: timestampColumn('closed_at'),
    /** Number of reminders sent. */
    reminders: smallint('reminders').notNull().default(0),
  },
  (table) => [
    uniqueIndex('correction_rounds_open')
      .on(table.applicationId)
      .where(sql`state in ('asked', 'answered')`),
    uniqueIndex('correction_rounds_basket')
      .on(table.applicationId)
      .where(sql`state = 'draft'`),
    index('correction_rounds_application').on(table.applicationId, table.createdAt),
    index('correction_rounds_to_remind')
      .on(table.askedAt)
      .where(sql`state = 'asked'`),
    // For statistics.
    index('correction_rounds_asked')
      .on(table.askedAt)
      .where(sql`asked_at is not null`),
  ],
)

/** An item of a correction request. Texts and answers are encrypted (`application-record/encrypted-items.ts`). */
export const correctionItems = pgTable(
  'correction_items',
  {
    id: uuid('id').primaryKey(),
    roundId: uuid('round_id')
      .notNull()
      .references(() => correctionRounds.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<SubjectKind>().notNull(),
    /** For an answer. */
    path: text('path'),
    /**
     * For a document: its id, kind, and number within the kind when requested. No foreign key: it may be deleted first.
     */
    documentId: uuid('document_id'),
    documentKind: text('document_kind').$type<DocumentKindName>(),
    place: smallint('place'),
    /** Null where nothing was wrong before: for a question or a further document on first request. */
    reason: text('reason').$type<CorrectionReason>(),
    createdAt: timestampColumn('created_at').notNull(),
    /** Staff text: title or question, and comment. */
    words: text('words').notNull(),
    /** The answers at the time of the request, and when answered or closed. */
    before: text('before'),
    after: text('after'),
    /** The client's reply. */
    reply: text('reply'),
    /** The uploaded document. */
    answerDocumentId: uuid('answer_document_id').references(() => documents.id, { onDelete: 'set null' }),
    verdict: text('verdict').$type<Verdict>(),
  },
  (table) => [
    index('correction_items_round').on(table.roundId, table.createdAt),
    index('correction_items_answer_document').on(table.answerDocumentId),
  ],
)
