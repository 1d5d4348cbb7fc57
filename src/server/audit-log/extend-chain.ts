import { and, asc, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { auditChain, auditEvents } from '#server/db/audit-schema.ts'
import type { Keyring } from '#server/encryption/keyring.ts'
import { appendAnchor } from './anchors.ts'
import { CHAIN_START, chainKeyFrom, codeOf } from './chain.ts'
import { openChainKeys, type ChainKeys } from './chain-keys.ts'
import { keepFinding } from './check-chain.ts'
import { endOfChain, type Alteration } from './evidence.ts'
import { settledEventId } from './settled.ts'

type Link = typeof auditChain.$inferSelect
/** What the chain is extended with. */
type Needed = 'database' | 'keeper' | 'keyring' | 'settings' | 'now' | 'log'

/** Any number, the same in every process: one server at a time extends the chain. */
const ADVISORY_LOCK = 7_234_119_002
const ROWS_AT_ONCE = 1000

/** What goes on from the end of the chain, or what was done to that end. */
type Extension = { links: Link[]; altered: null } | { links: null; altered: Alteration }

/**
 * Chains the rows that were appended since the last time. Appending itself knows nothing of the chain and waits for
 * nobody (docs/decisions/0004). Where the end of the chain is not as it was left, nothing is written over the evidence: the
 * alarm is raised instead (docs/decisions/0038).
 *
 * @returns how many rows were chained
 */
export async function extendChain(context: Pick<Context, Needed>): Promise<number> {
  const { database, keeper, keyring, settings, now } = context
  const settled = await settledEventId(database.db)
  const chainKeys = await openChainKeys(database.db, keyring)
  let chained = 0
  for (;;) {
    const { links, altered } = await keeper.db.transaction((tx) => extend(tx, context, chainKeys, settled))
    if (altered !== null) {
      await keepFinding(context, 'anchor', { sound: false, ...altered })
      return chained
    }
    const newest = links.at(-1)
    if (newest === undefined) return chained
    await appendAnchor(settings.dataDir, newest, now())
    chained += links.length
  }
}

async function extend(
  tx: Transaction,
  { keyring, settings }: Pick<Context, Needed>,
  chainKeys: ChainKeys,
  settled: number,
): Promise<Extension> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
  const { newest, altered } = await endOfChain(tx, settings, chainKeys)
  if (altered !== null) return { links: null, altered }
  const links = await chainSome(tx, keyring, newest, settled)
  return { links, altered: null }
}

async function chainSome(
  tx: Transaction,
  { current }: Keyring,
  last: Link | null,
  settled: number,
): Promise<Link[]> {
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
