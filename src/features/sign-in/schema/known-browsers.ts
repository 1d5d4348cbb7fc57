import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#base/server/db/bytea.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { users } from '#features/access/schema/tables.ts'

/** Browsers that a user has signed in from: guesses from elsewhere do not lock the user out of them. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: bytea('token_hash').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    index('known_browsers_expires_at').on(table.expiresAt),
  ],
)
