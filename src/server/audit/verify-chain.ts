import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { auditChain, auditEvents } from '#server/db/audit-schema.ts'
import { readAnchor } from './anchor.ts'
import { CHAIN_START, codeOf, type AuditRow } from './chain.ts'
import { openChainKeys, type ChainKeys } from './chain-keys.ts'

type Link = typeof auditChain.$inferSelect

/** A row up to which the log was found sound, with its code. */
export interface VerifiedPlace {
  eventId: number
  code: Buffer
}

/** What was found: how far the log is sound, and the first row that is not. */
export type Verification =
  | { sound: true; verifiedUpTo: number; rows: number; place: VerifiedPlace | null }
  | { sound: false; eventId: number; reason: string }

const ROWS_AT_ONCE = 1000
/** Below every number that the log gives out: a row that somebody put before the first is seen too. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER
const CUT_OFF = 'the end of the log was cut off or written anew'

/**
 * Walks the log beside its chain and names the first row that was edited, removed, inserted or moved, a tail that was
 * cut off included. Rows younger than the last link are not judged yet.
 *
 * @param from where an earlier walk ended: only what came after it is walked; null for the whole log
 */
export async function verifyChain(
  { database: { db }, keyring, settings }: Pick<Context, 'database' | 'keyring' | 'settings'>,
  from: VerifiedPlace | null = null,
): Promise<Verification> {
  const anchor = await readAnchor(settings.dataDir)
  const chainKeys = await openChainKeys(db, keyring)
  if (from !== null && !(await isStillThere(db, from))) return cutOffAt(from.eventId)
  let place = from
  let rows = 0
  for (;;) {
    const after = place?.eventId ?? BEFORE_ALL
    const links = await linksAfter(db, after)
    const last = links.at(-1)
    if (last === undefined) break
    const events = await eventsBetween(db, after, last.eventId)
    const wrong = firstWrong(links, events, place?.code ?? CHAIN_START, chainKeys)
    if (wrong !== null) return { sound: false, ...wrong }
    place = { eventId: last.eventId, code: last.code }
    rows += links.length
  }
  if (anchor !== null && !(await isStillThere(db, anchor))) return cutOffAt(anchor.eventId)
  return { sound: true, verifiedUpTo: Math.max(0, place?.eventId ?? 0), rows, place }
}

function cutOffAt(eventId: number): Verification {
  return { sound: false, eventId, reason: CUT_OFF }
}

/** Whether a link that was seen before is in the chain as it was. */
async function isStillThere(db: Database, { eventId, code }: VerifiedPlace): Promise<boolean> {
  const [link] = await db.select().from(auditChain).where(eq(auditChain.eventId, eventId))
  return link?.code.equals(code) === true
}

async function linksAfter(db: Database, eventId: number): Promise<Link[]> {
  return db
    .select()
    .from(auditChain)
    .where(gt(auditChain.eventId, eventId))
    .orderBy(asc(auditChain.eventId))
    .limit(ROWS_AT_ONCE)
}

/** No more than there can be links: whoever takes links away must not have the whole log read at once. */
async function eventsBetween(db: Database, after: number, upTo: number): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditEvents)
    .where(and(gt(auditEvents.id, after), lte(auditEvents.id, upTo)))
    .orderBy(asc(auditEvents.id))
    .limit(ROWS_AT_ONCE)
}

function firstWrong(
  links: readonly Link[],
  events: readonly AuditRow[],
  start: Buffer,
  chainKeys: ChainKeys,
): { eventId: number; reason: string } | null {
  let before = start
  for (const [index, link] of links.entries()) {
    const event = events[index]
    if (event === undefined || event.id > link.eventId)
      return { eventId: link.eventId, reason: 'it was removed' }
    if (event.id < link.eventId)
      return { eventId: event.id, reason: 'it was inserted, or its link was removed' }
    const key = chainKeys.find(link.keyId)
    if (key === undefined)
      return { eventId: event.id, reason: `its key ${link.keyId} is not in ENCRYPTION_KEY` }
    before = codeOf(key, before, event)
    if (!before.equals(link.code))
      return { eventId: event.id, reason: 'it was edited, or a row before it was removed' }
  }
  return null
}
