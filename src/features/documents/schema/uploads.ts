import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { SentType } from '#base/rules/files/file-types.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { bytea } from '#base/server/db/bytea.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { users, documents } from '#features/access/schema/tables.ts'

/** Upload addresses for one file each (decisions, "Upload"). */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Requested kind; null: the widest limits apply until registration. */
    purpose: text('purpose').$type<DocumentKindName>(),
    contentType: text('content_type').$type<SentType>(),
    bytes: integer('bytes'),
    /** SHA-256 of the address's secret part; null if the store signs it. */
    tokenHash: bytea('token_hash'),
    objectKey: text('object_key').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** Set on upload: the address works once. */
    receivedAt: timestampColumn('received_at'),
    /** Number of tried file passwords. */
    passwordAttempts: integer('password_attempts').notNull().default(0),
    /** The resulting document. */
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('uploads_object').on(table.objectKey),
    index('uploads_created').on(table.createdAt),
    index('uploads_user').on(table.userId),
  ],
)

/**
 * Stored objects without a document: recorded before writing and removed in the transaction that attaches them, or
 * infected. The rest is left over from crashes, and cleaned up.
 */
export const unattachedObjects = pgTable(
  'unattached_objects',
  { key: text('key').primaryKey(), createdAt: timestampColumn('created_at').notNull() },
  (table) => [index('unattached_objects_created').on(table.createdAt)],
)
