import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, desc, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { auditChain, auditEvents } from '#server/db/schema.ts'
import type { Keyring } from '#server/encryption/keyring.ts'
import { writeAnchor } from './anchor.ts'
import { CHAIN_START, codeOf } from './chain.ts'

type Link = typeof auditChain.$inferSelect

/** Any number, the same in every process: one server at a time extends the chain. */
const ADVISORY_LOCK = 7_234_119_002
const ROWS_AT_ONCE = 1000
const PATIENCE_MS = 5000
const POLL_MS = 50

/**
 * Chains the rows that were appended since the last time. Appending itself knows nothing of the chain and waits for
 * nobody (docs/decisions/0004).
 *
 * @returns how many rows were chained
 */
export async function extendChain(
  context: Pick<Context, 'database' | 'keyring' | 'settings'>,
): Promise<number> {
  const { db } = context.database
  const settled = await settledEventId(db)
  let chained = 0
  for (;;) {
    const links = await db.transaction((tx) => chainSome(tx, context.keyring, settled))
    const newest = links.at(-1)
    if (newest === undefined) return chained
    await writeAnchor(context.settings.dataDir, newest)
    chained += links.length
  }
}

/**
 * The id up to which the log is settled: the last one drawn now, once every transaction that may have drawn one has
 * ended. Up to where the wait ended in vain, nothing is.
 */
async function settledEventId(db: Database): Promise<number> {
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

async function chainSome(tx: Transaction, { current }: Keyring, settled: number): Promise<Link[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
  const [last] = await tx.select().from(auditChain).orderBy(desc(auditChain.eventId)).limit(1)
  const events = await tx
    .select()
    .from(auditEvents)
    .where(and(gt(auditEvents.id, last?.eventId ?? 0), lte(auditEvents.id, settled)))
    .orderBy(asc(auditEvents.id))
    .limit(ROWS_AT_ONCE)
  let code = last?.code ?? CHAIN_START
  const links = events.map((event) => {
    code = codeOf(current, code, event)
    return { eventId: event.id, keyId: current.id, code }
  })
  if (links.length > 0) await tx.insert(auditChain).values(links)
  return links
}
