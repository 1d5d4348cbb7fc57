import { bigint, boolean, customType, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** How much of the log a check looks at: what came since the last one, or all of it. */
export type CheckScope = 'newest' | 'whole'

/** What the latest check of the audit log's chain found, of either scope (docs/decisions/0023). */
export const auditChecks = pgTable('audit_checks', {
  scope: text('scope').$type<CheckScope>().primaryKey(),
  checkedAt: moment('checked_at').notNull(),
  sound: boolean('sound').notNull(),
  /** The last row that was found sound, with its code: where the next check goes on. Null where there was none. */
  verifiedUpTo: bigint('verified_up_to', { mode: 'number' }),
  verifiedCode: bytea('verified_code'),
  /** The first row that is not as it was written, and what is wrong with it. */
  firstAltered: bigint('first_altered', { mode: 'number' }),
  reason: text('reason'),
})

/** How many rows the audit log has, counted up to one of them: what came after is counted when somebody asks. */
export const auditTallies = pgTable('audit_tallies', {
  /** `events` are all, `security-events` those of `domain/security/security-events.ts`. */
  name: text('name').$type<'events' | 'security-events'>().primaryKey(),
  upTo: bigint('up_to', { mode: 'number' }).notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
})

/**
 * What the chain's codes were made with under keys that are not in use any more, sealed under the current one: the log of
 * all years can be checked although its keys are gone (docs/decisions/0026).
 */
export const auditChainKeys = pgTable('audit_chain_keys', {
  /** The encryption key that it was made from. */
  keyId: text('key_id').primaryKey(),
  sealed: text('sealed').notNull(),
})
