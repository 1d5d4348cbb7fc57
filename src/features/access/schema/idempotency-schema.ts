import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { users } from '#features/access/schema/tables.ts'

/** Responses stored per Idempotency-Key in the transaction of their change, for retries (docs/decisions/0032). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** The contract's call. */
    call: text('call').notNull(),
    /** Request hash and response, encrypted for this user and key: responses contain names and passwords. */
    encrypted: text('sealed').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
)
