import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { applications } from '#features/access/schema/tables.ts'

/** How a statement finds the application that was read: by its id and revision. */
export type FindSeen = (value: (name: 'id' | 'revision') => SQLWrapper) => SQL

/** The application, if unchanged since it was read. Waits for locks. */
export const seenRow: FindSeen = (value) => sql`id = ${value('id')} and xmin = ${value('revision')}::xid`

/**
 * The same without waiting for locks: an autocommit statement must not wait, since its caller may lose the session
 * meanwhile.
 */
export const unlockedSeenRow: FindSeen = (value) =>
  sql`id = (select id from ${applications} where ${seenRow(value)} for no key update skip locked)`
