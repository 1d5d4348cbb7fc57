import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from '#base/server/db/timestamp.ts'
import { bytea } from '#base/server/db/bytea.ts'
import { users } from '#features/access/schema/tables.ts'

/**
 * Origin of a temporary password: generated for staff to pass on, requested by a user that forgot theirs, or chosen by a
 * system administrator for a new user.
 */
export type TemporaryPasswordKind = 'given' | 'asked-for' | 'chosen'

/**
 * One row per user and kind: a new temporary password replaces the previous one (docs/decisions/0006). Used ones are
 * kept for a while, to give a helpful error.
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
    /** Set by the one sign-in that uses it. */
    usedAt: timestampColumn('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)

/**
 * The link of a user's latest invitation. It stands for their temporary password of the kind "given": it is valid as long
 * as that is, and used up with it.
 */
export const invitationLinks = pgTable('invitation_links', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: bytea('token_hash').notNull().unique(),
})

/**
 * Unconfirmed registrations (docs/decisions/0050): deleted on confirmation, or once the address is otherwise proven.
 */
export const addressConfirmations = pgTable('address_confirmations', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Of the latest mailed link. */
  tokenHash: bytea('token_hash').notNull(),
  /** The name from the registration, unused in mails and lists until the address is confirmed. */
  fullName: text('full_name'),
  /** When the account is deleted, regardless of repeated mails. */
  expiresAt: timestampColumn('expires_at').notNull(),
})

/**
 * A client's new address from staff (docs/decisions/0050), until it is confirmed, cancelled or expired. One per client:
 * a new one replaces it.
 */
export const addressChanges = pgTable('address_changes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In lower case. */
  email: text('email').notNull(),
  /** Of the link mailed to the new address. */
  confirmHash: bytea('confirm_hash').notNull(),
  /** Of the link mailed to the previous address. */
  stopHash: bytea('stop_hash').notNull().unique(),
  expiresAt: timestampColumn('expires_at').notNull(),
})
