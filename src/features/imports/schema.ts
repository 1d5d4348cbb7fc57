import { sql } from 'drizzle-orm'
import {
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
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { WordedMail } from '#features/brand/rules/wording.ts'
import type { ImportableStatus } from '#features/imports/rules/fields.ts'
import type { RowOutcome, ImportState } from '#features/imports/rules/states.ts'
import type { RowProblem, Verdict } from '#features/imports/rules/problems.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { applications, users } from '#features/access/schema/tables.ts'

/** Imports of clients from a file (docs/decisions/0148). */
export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey(),
    /** Earlier releases imported staff, too. */
    kind: text('kind').$type<'clients' | 'staff'>().notNull(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    /** Origin, for the audit log. */
    ip: inet('ip'),
    /** File name, reading, columns and mapping as encrypted JSON. */
    content: text('content').notNull(),
    /** The uploaded file, as long as it can be read in another way. */
    uploadKey: text('upload_key'),
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    /** Rows up to this one are titles. */
    headerRow: integer('header_row').notNull(),
    state: text('state').$type<ImportState>().notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    startedAt: timestampColumn('started_at'),
    endedAt: timestampColumn('ended_at'),
    undoneAt: timestampColumn('undone_at'),
    /** When rows and mapping were erased; null while they can be read. */
    erasedAt: timestampColumn('erased_at'),
  },
  (table) => [
    index('imports_created').on(table.createdAt, table.id),
    index('imports_open')
      .on(table.createdAt)
      .where(sql`state in ('running', 'undoing')`),
  ],
)

/** A row of an imported file, and what was done with it. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Its number in the file. */
    row: integer('row').notNull(),
    /** Its cells as encrypted JSON; null once erased. */
    cells: text('cells'),
    /** Null until the columns are matched. */
    verdict: text('verdict').$type<Verdict>(),
    problems: jsonb('problems').$type<RowProblem[]>().notNull().default([]),
    /** The existing application that it duplicates. */
    existingId: uuid('existing_id').references(() => applications.id, { onDelete: 'set null' }),
    /** Why it is imported although its ID number exists, encrypted. */
    reason: text('reason'),
    /** Null until done, set in the transaction of the row. */
    outcome: text('outcome').$type<RowOutcome>(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    doneAt: timestampColumn('done_at'),
    /** Why an undo left it. */
    retained: text('retained'),
    /** Number of failed attempts. */
    faults: smallint('faults').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.row] }),
    index('import_rows_open')
      .on(table.importId, table.faults, table.row)
      .where(sql`outcome is null`),
    index('import_rows_verdict').on(table.importId, table.verdict, table.row),
    index('import_rows_existing').on(table.existingId),
    index('import_rows_user').on(table.userId),
  ],
)

/** Applications that were imported and not completed here. */
export const importedApplications = pgTable(
  'imported_applications',
  {
    applicationId: uuid('application_id')
      .primaryKey()
      .references(() => applications.id, { onDelete: 'cascade' }),
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id),
    /** The client's number in the system before. */
    externalReference: text('external_reference'),
    importedAt: timestampColumn('imported_at').notNull(),
  },
  (table) => [
    uniqueIndex('imported_applications_reference')
      .on(table.externalReference)
      .where(sql`external_reference is not null`),
    index('imported_applications_import').on(table.importId),
  ],
)

/** A plan to invite the clients of an import in batches. */
export const invitationPlans = pgTable('invitation_plans', {
  importId: uuid('import_id')
    .primaryKey()
    .references(() => imports.id, { onDelete: 'cascade' }),
  actorId: uuid('actor_id')
    .notNull()
    .references(() => users.id),
  ip: inet('ip'),
  /** Only clients of this manager; null for all. */
  managerId: uuid('manager_id').references(() => users.id),
  /** Only clients with this status; null for all. */
  status: text('status').$type<ImportableStatus>(),
  /** Only clients of these rows of the file (`row-ranges.ts`); null for all. */
  rows: text('rows'),
  /** The invitations that the planner edited, by kind; null for the standard ones. */
  mails: jsonb('mail').$type<Partial<Record<WordedMail, EditedMail>>>(),
  perBatch: smallint('per_batch').notNull(),
  batchesPerDay: smallint('batches_per_day').notNull(),
  /** The hour of the first batch of a day, in South Africa. */
  firstHour: smallint('first_hour').notNull(),
  nextAt: timestampColumn('next_at').notNull(),
  /** When the latest batch began. */
  batchAt: timestampColumn('batch_at'),
  createdAt: timestampColumn('created_at').notNull(),
  endedAt: timestampColumn('ended_at'),
})
