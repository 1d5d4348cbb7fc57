import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import type { PaperName } from '#features/due-diligence/rules/papers.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { bytea } from '#base/server/db/bytea.ts'
import { applications, sessions } from '#features/access/schema/tables.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/**
 * Links that take photos of a phone for one question, without signing in. One per session, which ends with it: a
 * new link replaces the previous one.
 */
export const phoneLinks = pgTable('phone_links', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' }),
  /** Of the link's code, which opens it once. */
  linkHash: bytea('link_hash').notNull().unique(),
  /** Of the secret that the opening phone got; null until it is opened. */
  phoneHash: bytea('phone_hash').unique(),
  kind: text('kind').$type<ClientKind>().notNull(),
  /** The correction item that the photos answer. */
  itemId: uuid('item_id'),
  /** The paper of a due diligence task that they are, with its dates (yyyy-MM-dd). */
  task: text('task').$type<TaskName>(),
  paper: text('paper').$type<PaperName>(),
  issuedOn: text('issued_on'),
  expiresOn: text('expires_on'),
  expiresAt: timestampColumn('expires_at').notNull(),
})
