import { index, pgTable } from 'drizzle-orm/pg-core'
import { bytea } from '#base/server/db/bytea.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/** Challenges and tokens that were used once, until they would have expired. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    hash: bytea('hash').primaryKey(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expires_at').on(table.expiresAt)],
)
