import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  inet,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import type { PaperName } from '#features/due-diligence/rules/papers.ts'
import type { StoredState, TaskName, VerificationMethod } from '#features/due-diligence/rules/tasks.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { ofApplication } from '#features/access/schema/of-application.ts'

/** Of records that must be retained: only the end of the retention period erases them, explicitly. */
export const ofRetained = () =>
  uuid('application_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'restrict' })

/**
 * Due diligence tasks (docs/decisions/0142); a missing row is an open task. Texts are encrypted
 * (`encrypted-columns.ts`).
 */
export const dueDiligenceTasks = pgTable(
  'due_diligence_tasks',
  {
    id: uuid('id').primaryKey(),
    applicationId: ofApplication(),
    task: text('task').$type<TaskName>().notNull(),
    state: text('state').$type<StoredState>().notNull(),
    /** Incremented by every change of the client. */
    version: integer('version').notNull(),
    /** The client's draft. */
    draft: text('draft'),
    /** Why it was sent back. */
    reason: text('reason').$type<CorrectionReason>(),
    comment: text('comment'),
    /** When the client was asked for it last; null once it is accepted. */
    askedAt: timestampColumn('asked_at'),
    dueOn: date('due_on', { mode: 'string' }),
    /** Number of reminders sent since then. */
    reminders: smallint('reminders').notNull().default(0),
    handedInAt: timestampColumn('handed_in_at'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: timestampColumn('decided_at'),
    /** From when it has to be renewed, and when it expires; null where nothing expires. */
    renewFrom: date('renew_from', { mode: 'string' }),
    expiresOn: date('expires_on', { mode: 'string' }),
    /** When the client was emailed about it. */
    renewalMailedAt: timestampColumn('renewal_mailed_at'),
    /** For lists (`check-tasks.ts`): an accepted task is due because of other answers. */
    outdated: boolean('outdated'),
    /** For lists: the client is politically exposed. */
    needsApproval: boolean('needs_approval'),
    /** When the answers had last changed at that check. */
    checkedAt: timestampColumn('checked_at'),
  },
  (table) => [
    uniqueIndex('due_diligence_tasks_application').on(table.applicationId, table.task),
    index('due_diligence_tasks_decided_by')
      .on(table.decidedBy)
      .where(sql`decided_by is not null`),
    index('due_diligence_tasks_to_remind')
      .on(table.askedAt)
      .where(sql`asked_at is not null and state <> 'handed-in'`),
    index('due_diligence_tasks_to_renew')
      .on(table.renewFrom)
      .where(sql`state = 'accepted' and renewal_mailed_at is null`),
  ],
)

/** Files of tasks. One that was accepted and replaced is retired, and kept (FICA, section 22). */
export const dueDiligenceDocuments = pgTable(
  'due_diligence_documents',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    applicationId: ofApplication(),
    task: text('task').$type<TaskName>().notNull(),
    paper: text('paper').$type<PaperName>().notNull(),
    issuedOn: date('issued_on', { mode: 'string' }),
    expiresOn: date('expires_on', { mode: 'string' }),
    addedByStaff: uuid('added_by_staff').references(() => users.id),
    retiredAt: timestampColumn('retired_at'),
  },
  (table) => [
    index('due_diligence_documents_application').on(table.applicationId),
    index('due_diligence_documents_staff')
      .on(table.addedByStaff)
      .where(sql`added_by_staff is not null`),
  ],
)

/** What clients handed in: append-only. */
export const declarations = pgTable(
  'declarations',
  {
    id: uuid('id').primaryKey(),
    applicationId: ofRetained(),
    task: text('task').$type<TaskName>().notNull(),
    /** From 1 for each task. */
    version: integer('version').notNull(),
    /** The draft, and the answers that it rests on; encrypted. */
    content: text('content').notNull(),
    /** The version of the confirmed statement. */
    wording: text('wording').notNull(),
    madeAt: timestampColumn('made_at').notNull(),
    madeBy: uuid('made_by')
      .notNull()
      .references(() => users.id),
    ip: inet('ip'),
  },
  (table) => [
    uniqueIndex('declarations_version').on(table.applicationId, table.task, table.version),
    index('declarations_made_by').on(table.madeBy),
  ],
)

/** Verdicts of staff on tasks: append-only. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    applicationId: ofRetained(),
    task: text('task').$type<TaskName>().notNull(),
    /** Of the declaration; 0 where there was none. */
    declarationVersion: integer('declaration_version').notNull(),
    result: text('result').$type<'accepted' | 'again'>().notNull(),
    method: text('method').$type<VerificationMethod>(),
    documentIds: uuid('document_ids').array().notNull(),
    byId: uuid('by_id')
      .notNull()
      .references(() => users.id),
    at: timestampColumn('at').notNull(),
    expiresOn: date('expires_on', { mode: 'string' }),
    /** Encrypted. */
    note: text('note'),
    /** What was found implausible and seen, and amounts on documents; encrypted. */
    details: text('details'),
  },
  (table) => [
    index('verifications_application').on(table.applicationId, table.at),
    index('verifications_by').on(table.byId),
  ],
)
