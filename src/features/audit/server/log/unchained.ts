import type { Context } from '#base/server/context.ts'
import { auditChainProgress } from '#features/audit/schema.ts'
import type { Database } from '#base/server/db/database.ts'

const SECOND_MS = 1000

/** Records that every row committed by then is in the chain. */
export async function storeSettled(keeper: Database, settledAt: Date): Promise<void> {
  await keeper
    .insert(auditChainProgress)
    .values({ id: 1, settledAt })
    .onConflictDoUpdate({ target: auditChainProgress.id, set: { settledAt } })
}

/**
 * How long the oldest row has waited for the chain, in seconds; 0 where none waits. Until then it can be deleted
 * undetected.
 */
export async function oldestUnchainedSeconds(context: Pick<Context, 'database' | 'now'>): Promise<number> {
  const { rows } = await context.database.pool.query<{ id: number }>(
    'select coalesce(max(event_id), 0)::float as id from audit_chain',
  )
  return oldestSecondsAfter(context, rows[0]?.id ?? 0)
}

/**
 * The age of the first row after a number, in seconds; 0 where there is none. Limited by the last complete run and the
 * start of this process, since a row may have an earlier timestamp than its commit.
 */
export async function oldestSecondsAfter(
  { database: { pool }, now }: Pick<Context, 'database' | 'now'>,
  eventId: number,
): Promise<number> {
  const { rows } = await pool.query<{ at: Date; settledAt: Date | null }>(
    `select at, (select settled_at from audit_chain_progress) as "settledAt" from audit_events
      where id > $1 order by id limit 1`,
    [eventId],
  )
  const [oldest] = rows
  if (oldest === undefined) return 0
  const { at, settledAt } = oldest
  const since = Math.max(at.getTime(), settledAt?.getTime() ?? 0, performance.timeOrigin)
  return Math.max(0, now().getTime() - since) / SECOND_MS
}
