import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from './timestamp.ts'
import { bytea } from './bytea.ts'
import { users } from './schema.ts'

/** Who brought a temporary password about: staff who gave it, or anybody who said that they forgot theirs. */
export type TemporaryPasswordKind = 'given' | 'asked-for'

/**
 * One row a user and kind: a new temporary password replaces the one before of its kind (docs/decisions/0006). A used
 * one stays for a while, so that whoever holds it can be told.
 */
export const temporaryPasswords = pgTable(
  'temporary_passwords',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<TemporaryPasswordKind>().notNull(),
    passwordHash: text('password_hash').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    /** Set by the one sign-in that it is good for. */
    usedAt: timestampColumn('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)

/**
 * Somebody who registered and has not confirmed their address (docs/decisions/0050): gone with the confirmation, and
 * with whatever else shows whose the address is.
 */
export const addressConfirmations = pgTable('address_confirmations', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Of the newest link that was mailed. */
  tokenHash: bytea('token_hash').notNull(),
  /** What they called themselves. Until the address is theirs it is nobody's name: no mail and no list has it. */
  fullName: text('full_name'),
  /** When the account goes, however often the link is mailed. */
  expiresAt: timestampColumn('expires_at').notNull(),
})

/**
 * A new address that staff gave a client (docs/decisions/0050), until it is confirmed, stopped or too late. One a client: a
 * further one takes the place of the one before.
 */
export const addressChanges = pgTable('address_changes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In lower case. */
  email: text('email').notNull(),
  /** Of the link that was mailed to the new address. */
  confirmHash: bytea('confirm_hash').notNull(),
  /** Of the link that was mailed to the address of before. */
  stopHash: bytea('stop_hash').notNull().unique(),
  expiresAt: timestampColumn('expires_at').notNull(),
})
