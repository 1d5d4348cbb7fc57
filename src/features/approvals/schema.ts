import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type {
  ApprovalDecision,
  ApprovalKind,
  LiftReason,
  WithdrawalReason,
} from '#features/approvals/rules/approvals.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/**
 * Requests that a second person decides; texts are encrypted. Written by `due-diligence/decide-approval.ts`, and ended
 * by `rating/rate-client.ts` and `screening/withdraw-request.ts`.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<ApprovalKind>().notNull(),
    /** The rating, application or hit that it is about. */
    object: uuid('object').notNull(),
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'restrict' }),
    /** The member of staff who is similar to a listed person; null for clients. */
    subjectId: uuid('subject_id').references(() => screeningSubjects.id, { onDelete: 'cascade' }),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: timestampColumn('asked_at').notNull(),
    askedWords: text('asked_words'),
    /** Why a confirmed match is to be lifted; null for other kinds. */
    lift: text('lift').$type<LiftReason>(),
    /** Null while open, and for a lapsed one. */
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: timestampColumn('decided_at'),
    decision: text('decision').$type<ApprovalDecision | 'lapsed'>(),
    words: text('words'),
    /** Of a lapsed one about a hit or a rating that has changed, or is gone. */
    withdrawnBecause: text('withdrawn_because').$type<WithdrawalReason>(),
    lapsesAt: timestampColumn('lapses_at').notNull(),
  },
  (table) => [
    check('approvals_second_person', sql`${table.decidedBy} <> ${table.askedBy}`),
    check('approvals_owner', sql`num_nonnulls(${table.applicationId}, ${table.subjectId}) = 1`),
    uniqueIndex('approvals_open')
      .on(table.kind, table.object)
      .where(sql`decision is null`),
    index('approvals_application').on(table.applicationId, table.askedAt),
    index('approvals_subject')
      .on(table.subjectId)
      .where(sql`subject_id is not null`),
    index('approvals_waiting')
      .on(table.askedAt, table.id)
      .where(sql`decision is null`),
  ],
)
