import { and, asc, desc, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { auditChain, auditEvents } from '#server/db/audit-schema.ts'
import type { Keyring } from '#server/encryption/keyring.ts'
import { writeAnchor } from './anchor.ts'
import { CHAIN_START, chainKeyFrom, codeOf } from './chain.ts'
import { settledEventId } from './settled.ts'

type Link = typeof auditChain.$inferSelect

/** Any number, the same in every process: one server at a time extends the chain. */
const ADVISORY_LOCK = 7_234_119_002
const ROWS_AT_ONCE = 1000

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

async function chainSome(tx: Transaction, { current }: Keyring, settled: number): Promise<Link[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
  const [last] = await tx.select().from(auditChain).orderBy(desc(auditChain.eventId)).limit(1)
  const events = await tx
    .select()
    .from(auditEvents)
    .where(and(gt(auditEvents.id, last?.eventId ?? 0), lte(auditEvents.id, settled)))
    .orderBy(asc(auditEvents.id))
    .limit(ROWS_AT_ONCE)
  // one key for all of them, whatever becomes the current one meanwhile
  const { id: keyId } = current
  const chainKey = chainKeyFrom(current)
  let code = last?.code ?? CHAIN_START
  const links = events.map((event) => {
    code = codeOf(chainKey, code, event)
    return { eventId: event.id, keyId, code }
  })
  if (links.length > 0) await tx.insert(auditChain).values(links)
  return links
}
