import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'

const PATIENCE_MS = 5000
const POLL_MS = 50

/**
 * The id up to which the log is settled: the last one drawn now, once every transaction that may have drawn one has
 * ended. Up to where the wait ended in vain, nothing is.
 */
export async function settledEventId(db: Database): Promise<number> {
  const { rows } = await db.execute<{ last_id: string; horizon: string }>(
    sql`select case when is_called then last_value else 0 end as last_id,
               pg_snapshot_xmax(pg_current_snapshot())::text as horizon from audit_events_id_seq`,
  )
  const { last_id: lastId = '0', horizon = '0' } = rows[0] ?? {}
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const { rows: now } = await db.execute<{ settled: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${horizon}::xid8 as settled`,
    )
    if (now[0]?.settled === true) return Number(lastId)
    await wait(POLL_MS)
  }
  return 0
}
