import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/access/schema/tables.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/** Staff accounts' identities at providers of single sign-on: issuer and subject are the only key. */
export const identities = pgTable(
  'identities',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The provider's name in `OIDC_PROVIDERS`. */
    provider: text('provider').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** For the owner's list; it may have changed at the provider since. */
    emailAtLink: text('email_at_link'),
    createdAt: timestampColumn('created_at').notNull(),
    lastUsedAt: timestampColumn('last_used_at').notNull(),
  },
  (table) => [
    unique('identities_subject').on(table.issuer, table.subject),
    unique('identities_user').on(table.userId, table.provider),
  ],
)
