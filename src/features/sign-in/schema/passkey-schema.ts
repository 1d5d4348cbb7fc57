import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#base/server/db/bytea.ts'
import { users } from '#features/access/schema/tables.ts'
import { timestampColumn } from '#base/server/db/timestamp.ts'

/** Public keys of users' passkeys (WebAuthn): they need no encryption. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: bytea('credential_id').notNull(),
    /** COSE key. */
    publicKey: bytea('public_key').notNull(),
    /** Uses, as the authenticator counts them; always 0 for synced passkeys. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    backedUp: boolean('backed_up').notNull(),
    /** The kind of authenticator. */
    aaguid: text('aaguid').notNull(),
    /** The domain that it belongs to (`PASSKEY_RP_ID`); null: made before this was stored. */
    rpId: text('rp_id'),
    name: text('name').notNull(),
    /** Browsers on whose device it is: hashes of their tokens, the most recent first. */
    browsers: text('browsers')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: timestampColumn('created_at').notNull(),
    lastUsedAt: timestampColumn('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId),
  ],
)
