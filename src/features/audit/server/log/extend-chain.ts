import { and, asc, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { auditChain, auditEvents } from '#features/audit/schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { appendAnchor } from './anchors.ts'
import { CHAIN_START, chainKeyFrom, codeOf, type AuditRow } from './chain.ts'
import { openChainKeys, type ChainKeys } from './chain-keys.ts'
import { storeFinding } from './check-chain.ts'
import { endOfChain, type Alteration } from './chain-proof.ts'
import { storeSettled } from './unchained.ts'
import { readWatermark, type Watermark } from './committed-watermark.ts'

type Link = typeof auditChain.$inferSelect
/** What extending the chain needs. */
type Needed = 'database' | 'keeper' | 'keyring' | 'settings' | 'now' | 'log'

/** An arbitrary lock id: one server at a time extends the chain. */
const ADVISORY_LOCK = 7_234_119_002
const ROWS_AT_ONCE = 1000

/** The next links, or the alteration found at the end. */
type Extension = { links: Link[]; altered: null } | { links: null; altered: Alteration }

/**
 * Chains the rows appended since the last run; appending itself does not involve the chain (docs/decisions/0004). If
 * the end of the chain was altered, nothing is added, and the alarm is raised (docs/decisions/0038).
 *
 * @returns how many rows were chained
 */
export async function extendChain(context: Pick<Context, Needed>): Promise<number> {
  const { database, keeper, keyring, settings, now } = context
  const begunAt = now()
  const watermark = await readWatermark(database.db)
  const chainKeys = await openChainKeys(database.db, keyring)
  let chained = 0
  for (;;) {
    const { links, altered } = await keeper.db.transaction((tx) => extend(tx, context, chainKeys, watermark))
    if (altered !== null) {
      await storeFinding(context, 'anchor', { sound: false, ...altered })
      return chained
    }
    const newest = links.at(-1)
    if (newest === undefined) break
    await appendAnchor(settings.dataDir, newest, now())
    chained += links.length
  }
  if (watermark.settled) await storeSettled(keeper.db, begunAt)
  return chained
}

async function extend(
  tx: Transaction,
  { keyring, settings }: Pick<Context, Needed>,
  chainKeys: ChainKeys,
  watermark: Watermark,
): Promise<Extension> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
  const { newest, altered } = await endOfChain(tx, settings, chainKeys)
  if (altered !== null) return { links: null, altered }
  const links = await chainSome(tx, keyring, newest, watermark)
  return { links, altered: null }
}

async function chainSome(
  tx: Transaction,
  { current }: Keyring,
  last: Link | null,
  { lastId, settled }: Watermark,
): Promise<Link[]> {
  const after = last?.eventId ?? 0
  const committed = await tx
    .select()
    .from(auditEvents)
    .where(and(gt(auditEvents.id, after), lte(auditEvents.id, lastId)))
    .orderBy(asc(auditEvents.id))
    .limit(ROWS_AT_ONCE)
  const events = settled ? committed : withoutGaps(committed, after)
  // one key for all of them, even if the current one changes meanwhile
  const { id: keyId } = current
  const chainKey = chainKeyFrom(current)
  let [code, before] = [last?.code ?? CHAIN_START, after]
  const links = events.map((event) => {
    code = codeOf(chainKey, code, event)
    const skipped = event.id - before - 1
    before = event.id
    return { eventId: event.id, keyId, code, skipped }
  })
  if (links.length > 0) await tx.insert(auditChain).values(links)
  return links
}

/** The rows up to the first missing number, which an open transaction may still commit. */
function withoutGaps(events: readonly AuditRow[], after: number): AuditRow[] {
  const gap = events.findIndex(({ id }, index) => id !== after + 1 + index)
  return events.slice(0, gap === -1 ? events.length : gap)
}
