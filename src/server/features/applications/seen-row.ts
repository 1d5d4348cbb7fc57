import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { applications } from '#server/platform/db/schema.ts'

/** How a statement finds the application that was read: by its id and revision. */
export type FindSeen = (value: (name: 'id' | 'revision') => SQLWrapper) => SQL

/** The application, if it is still the one that was read. Waits while another transaction has it locked. */
export const seenRow: FindSeen = (value) => sql`id = ${value('id')} and xmin = ${value('revision')}::xid`

/**
 * The same, if no other transaction has it locked: a statement that commits by itself must not wait, since its caller may
 * lose the session meanwhile.
 */
export const unlockedSeenRow: FindSeen = (value) =>
  sql`id = (select id from ${applications} where ${seenRow(value)} for no key update skip locked)`
