import { sql } from 'drizzle-orm'
import { date, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CorrectionReason } from '#domain/corrections/reasons.ts'
import type { RoundState, Verdict } from '#domain/corrections/rounds.ts'
import type { SubjectKind } from '#domain/corrections/subjects.ts'
import type { DocumentKindName } from '#domain/documents/kinds.ts'
import { timestampColumn } from './timestamp.ts'
import { applications, documents } from './schema.ts'

/**
 * What staff ask a client to correct, all at once: beside the status, never one of its own (docs/decisions/0060). At most one
 * waits for somebody, and at most one is staff's basket.
 */
export const correctionRounds = pgTable(
  'correction_rounds',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** Counts from 1 among those of the application that were sent; null in the basket. */
    number: smallint('number'),
    state: text('state').$type<RoundState>().notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    askedAt: timestampColumn('asked_at'),
    /** The day (yyyy-MM-dd) by which an answer is asked for. */
    dueOn: date('due_on', { mode: 'string' }),
    answeredAt: timestampColumn('answered_at'),
    closedAt: timestampColumn('closed_at'),
    /** How often the client was reminded of it. */
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
    // What figures are made of.
    index('correction_rounds_asked')
      .on(table.askedAt)
      .where(sql`asked_at is not null`),
  ],
)

/** One thing that a round asks for. What people wrote and answered is sealed (`application-record/encrypted-items.ts`). */
export const correctionItems = pgTable(
  'correction_items',
  {
    id: uuid('id').primaryKey(),
    roundId: uuid('round_id')
      .notNull()
      .references(() => correctionRounds.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<SubjectKind>().notNull(),
    /** Of an answer. */
    path: text('path'),
    /** Of a document: which, of which kind, and its place among those when it was asked about. No foreign key: it may go first. */
    documentId: uuid('document_id'),
    documentKind: text('document_kind').$type<DocumentKindName>(),
    place: smallint('place'),
    /** Null where nothing was wrong before: of a question and of a further document, until they are asked for again. */
    reason: text('reason').$type<CorrectionReason>(),
    createdAt: timestampColumn('created_at').notNull(),
    /** What staff wrote: title or question, and the comment. */
    words: text('words').notNull(),
    /** The answers, as they were when it was asked for, and when it was sent back or the round ended. */
    before: text('before'),
    after: text('after'),
    /** What the client wrote. */
    reply: text('reply'),
    /** The document that was handed in. */
    answerDocumentId: uuid('answer_document_id').references(() => documents.id, { onDelete: 'set null' }),
    verdict: text('verdict').$type<Verdict>(),
  },
  (table) => [
    index('correction_items_round').on(table.roundId, table.createdAt),
    index('correction_items_answer_document').on(table.answerDocumentId),
  ],
)
