import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from './timestamp.ts'
import { users } from './schema.ts'

/**
 * Answers to what was done under an Idempotency-Key, kept in the transaction that did it, for a caller whom the first
 * one did not reach (docs/decisions/0032).
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** The call of the contract. */
    call: text('call').notNull(),
    /** The hash of the request and the answer, sealed for this user and key: answers hold names and passwords. */
    encrypted: text('sealed').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
)
