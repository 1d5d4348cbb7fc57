import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { DomainError } from '#base/server/domain-error.ts'

/**
 * Read-only mode: while commits wait for a lost standby, each write would block a connection until the standby returns,
 * so writes are rejected up front. Reads continue.
 */
export interface Changes {
  isReadOnly: boolean
}

/** Methods of the query builder that start a write. */
const BEGINS = new Set<string | symbol>(['insert', 'update', 'delete', 'transaction'])

/** @throws DomainError unavailable (503) in read-only mode, before anything has started */
export function requireWritable({ isReadOnly }: Changes): void {
  if (!isReadOnly) return
  throw new DomainError(
    'unavailable',
    'We can’t save changes safely right now because a copy of our database isn’t responding. Please try again in a moment.',
    { retryAfterSeconds: 5 },
  )
}

/** A query builder that rejects writes in read-only mode. */
export function rejectingWhenReadOnly(db: NodePgDatabase, changes: Changes): NodePgDatabase {
  return new Proxy(db, {
    get(builder, name, receiver): unknown {
      if (BEGINS.has(name)) requireWritable(changes)
      return Reflect.get(builder, name, receiver)
    },
  })
}
