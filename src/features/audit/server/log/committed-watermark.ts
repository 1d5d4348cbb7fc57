import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#base/server/db/database.ts'

const MAX_WAIT_MS = 5000
const POLL_MS = 50

/** How far the log can be read without missing a row that commits later. */
export interface Watermark {
  /** The last number that was assigned. */
  lastId: number
  /** Whether all transactions up to it have ended; false where a writer is still open after {@link MAX_WAIT_MS}. */
  settled: boolean
}

/**
 * Waits until all transactions with a number up to now have ended. Writers hold a table lock from before they take a
 * number until their rows are visible (docs/decisions/0004), so other transactions cause no delay.
 */
export async function readWatermark(db: Database): Promise<Watermark> {
  const { rows } = await db.execute<{ last_id: string }>(
    sql`select case when is_called then last_value else 0 end as last_id from audit_events_id_seq`,
  )
  const lastId = Number(rows[0]?.last_id ?? 0)
  let writers = await openWriters(db)
  for (let waited = 0; writers.length > 0 && waited < MAX_WAIT_MS; waited += POLL_MS) {
    await wait(POLL_MS)
    const open = new Set(await openWriters(db))
    writers = writers.filter((writer) => open.has(writer))
  }
  return { lastId, settled: writers.length === 0 }
}

/** Transactions that have written, or are about to write, to the log. */
async function openWriters(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ transaction: string }>(
    sql`select virtualtransaction as transaction from pg_locks
      where locktype = 'relation' and relation = 'audit_events'::regclass and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ transaction }) => transaction)
}
