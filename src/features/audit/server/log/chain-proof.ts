import { desc, eq, inArray } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { auditChain, auditEvents } from '#features/audit/schema.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { anchorFilesIn, anchorsIn, newestAnchor, type Anchor } from './anchors.ts'
import { CHAIN_START, codeOf } from './chain.ts'
import type { ChainKeys } from './chain-keys.ts'

type Link = typeof auditChain.$inferSelect

/** The first altered row of the log, and what is wrong with it. */
export interface Alteration {
  eventId: number
  reason: string
}

/** The end of the chain: its newest link, or its alteration. */
export type ChainEnd = { newest: Link | null; altered: null } | { newest: null; altered: Alteration }

const ANCHORS_AT_ONCE = 1000
/** Message for a log that lacks rows which it once had. */
export const CUT_OFF = 'the end of the log was cut off or rewritten'
const FORGED = 'the newest link of the chain does not fit its row'

/**
 * Verifies the end of the chain before it is extended: it must contain this machine's newest anchor, and its newest
 * link must match its row and the previous link.
 */
export async function endOfChain(
  db: Database | Transaction,
  { dataDir }: Context['settings'],
  chainKeys: ChainKeys,
): Promise<ChainEnd> {
  const anchor = await newestAnchor(dataDir)
  if (anchor !== null && !(await isStillThere(db, anchor))) {
    const altered = await firstMissing(db, anchorFilesIn(dataDir))
    return { newest: null, altered: altered ?? { eventId: anchor.eventId, reason: CUT_OFF } }
  }
  const [newest, before] = await db.select().from(auditChain).orderBy(desc(auditChain.eventId)).limit(2)
  if (newest === undefined) return { newest: null, altered: null }
  if (!(await fits(db, newest, before?.code ?? CHAIN_START, chainKeys)))
    return { newest: null, altered: { eventId: newest.eventId, reason: FORGED } }
  return { newest, altered: null }
}

async function fits(
  db: Database | Transaction,
  link: Link,
  before: Buffer,
  chainKeys: ChainKeys,
): Promise<boolean> {
  const [event] = await db.select().from(auditEvents).where(eq(auditEvents.id, link.eventId))
  const key = chainKeys.find(link.keyId)
  return event !== undefined && key !== undefined && codeOf(key, before, event).equals(link.code)
}

/** Whether an earlier link is still in the chain, unchanged. */
export async function isStillThere(db: Database | Transaction, { eventId, code }: Anchor): Promise<boolean> {
  const [link] = await db.select().from(auditChain).where(eq(auditChain.eventId, eventId))
  return link?.code.equals(code) === true
}

/** The first anchor in some files whose link is missing from the chain or changed; null where there is none. */
export async function firstMissing(
  db: Database | Transaction,
  files: readonly string[],
): Promise<Alteration | null> {
  let first = Infinity
  for (const file of files) {
    for await (const anchors of batchesOf(anchorsIn(file))) {
      first = Math.min(first, ...(await missingOf(db, anchors)))
    }
  }
  return first === Infinity ? null : { eventId: first, reason: CUT_OFF }
}

async function missingOf(db: Database | Transaction, anchors: readonly Anchor[]): Promise<number[]> {
  const ids = anchors.map(({ eventId }) => eventId)
  const links = await db.select().from(auditChain).where(inArray(auditChain.eventId, ids))
  const codes = new Map(links.map(({ eventId, code }) => [eventId, code]))
  return anchors
    .filter(({ eventId, code }) => codes.get(eventId)?.equals(code) !== true)
    .map(({ eventId }) => eventId)
}

async function* batchesOf(anchors: AsyncIterable<Anchor>): AsyncGenerator<Anchor[]> {
  let batch: Anchor[] = []
  for await (const anchor of anchors) {
    batch.push(anchor)
    if (batch.length < ANCHORS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
