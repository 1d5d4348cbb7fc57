import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '#features/access/rules/roles.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/**
 * Autosaves not in the audit log yet: one editing session per application and address, logged as one row when it ends
 * (docs/decisions/0030). Not a foreign key: the log entry outlives the application.
 */
export const draftEditSessions = pgTable(
  'draft_stretches',
  {
    applicationId: uuid('application_id').notNull(),
    /** The client's address; empty if unknown. */
    ip: text('ip').notNull(),
    actorId: uuid('actor_id').notNull(),
    actorRole: text('actor_role').$type<Role>().notNull(),
    /** First and latest save of the session. */
    since: timestampColumn('since').notNull(),
    until: timestampColumn('until').notNull(),
    saves: integer('saves').notNull(),
    /** Names of the changed answers. */
    fields: text('fields').array().notNull(),
    currentStep: text('current_step'),
    /** The application's version after the latest save. */
    version: integer('version').notNull(),
  },
  (table) => [unique('draft_stretches_of').on(table.applicationId, table.ip)],
)
