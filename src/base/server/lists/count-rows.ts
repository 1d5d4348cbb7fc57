import { count, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#base/server/db/database.ts'

/** Counting this many rows takes milliseconds, and a slightly outdated total is fine. */
const LARGE = 10_000
const CACHED_MS = 5_000

interface CachedCount {
  rows: number
  countedAt: number
}

const cachedCounts = new WeakMap<Database, Map<string, CachedCount>>()

/** Counts the rows that match a condition; large counts are cached for up to five seconds. */
export async function countRows(db: Database, table: PgTable, where?: SQL): Promise<number> {
  const query = db.select({ rows: count() }).from(table).where(where)
  const { sql, params } = query.toSQL()
  const key = JSON.stringify([sql, params])
  const cached = freshCounts(db)
  const known = cached.get(key)
  if (known !== undefined) return known.rows
  const [{ rows } = { rows: 0 }] = await query
  if (rows >= LARGE) cached.set(key, { rows, countedAt: performance.now() })
  return rows
}

function freshCounts(db: Database): Map<string, CachedCount> {
  const cached = cachedCounts.get(db) ?? new Map<string, CachedCount>()
  cachedCounts.set(db, cached)
  const oldest = performance.now() - CACHED_MS
  for (const [key, { countedAt }] of cached) if (countedAt < oldest) cached.delete(key)
  return cached
}
