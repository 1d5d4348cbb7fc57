import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { DomainError } from '#server/platform/domain-error.ts'

/**
 * Whether changes are refused before they begin: while commits wait for a standby that is gone, each would end as one
 * of them, with its connection to the database taken until the standby comes back. Reading goes on.
 */
export interface Changes {
  isReadOnly: boolean
}

/** With these a query builder begins a change. */
const BEGINS = new Set<string | symbol>(['insert', 'update', 'delete', 'transaction'])

/** @throws DomainError unavailable (503) while changes are held back: nothing was begun */
export function requireWritable({ isReadOnly }: Changes): void {
  if (!isReadOnly) return
  throw new DomainError(
    'unavailable',
    'We can’t save changes safely right now because a copy of our database isn’t responding. Please try again in a moment.',
    { retryAfterSeconds: 5 },
  )
}

/** A query builder that begins no change while changes are held back. */
export function rejectingWhenReadOnly(db: NodePgDatabase, changes: Changes): NodePgDatabase {
  return new Proxy(db, {
    get(builder, name, receiver): unknown {
      if (BEGINS.has(name)) requireWritable(changes)
      return Reflect.get(builder, name, receiver)
    },
  })
}
