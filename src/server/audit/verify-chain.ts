import { and, asc, gt, lte } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { auditChain, auditEvents } from '#server/db/schema.ts'
import type { Keyring } from '#server/encryption/keyring.ts'
import { readAnchor, type Anchor } from './anchor.ts'
import { CHAIN_START, codeOf, type AuditRow } from './chain.ts'

type Link = typeof auditChain.$inferSelect

/** What was found: how far the log is sound, and the first row that is not. */
export type Verification =
  | { sound: true; verifiedUpTo: number; rows: number }
  | { sound: false; eventId: number; reason: string }

const ROWS_AT_ONCE = 1000
/** Below every number that the log gives out: a row that somebody put before the first is seen too. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER

/**
 * Walks the whole log beside its chain and names the first row that was edited, removed, inserted or moved, a tail
 * that was cut off included. Rows younger than the last link are not judged yet.
 */
export async function verifyChain({
  database: { db },
  keyring,
  settings,
}: Pick<Context, 'database' | 'keyring' | 'settings'>): Promise<Verification> {
  const anchor = await readAnchor(settings.dataDir)
  let before: Buffer = CHAIN_START
  let verifiedUpTo = BEFORE_ALL
  let rows = 0
  let anchored = anchor === null
  for (;;) {
    const links = await linksAfter(db, verifiedUpTo)
    const last = links.at(-1)
    if (last === undefined) break
    const events = await eventsBetween(db, verifiedUpTo, last.eventId)
    const wrong = firstWrong(links, events, before, keyring)
    if (wrong !== null) return { sound: false, ...wrong }
    anchored ||= links.some((link) => anchor !== null && isAnchor(link, anchor))
    ;({ eventId: verifiedUpTo, code: before } = last)
    rows += links.length
  }
  if (anchored || anchor === null) return { sound: true, verifiedUpTo: Math.max(0, verifiedUpTo), rows }
  return { sound: false, eventId: anchor.eventId, reason: 'the end of the log was cut off or written anew' }
}

function isAnchor(link: Link, anchor: Anchor): boolean {
  return link.eventId === anchor.eventId && link.code.equals(anchor.code)
}

async function linksAfter(db: Database, eventId: number): Promise<Link[]> {
  return db
    .select()
    .from(auditChain)
    .where(gt(auditChain.eventId, eventId))
    .orderBy(asc(auditChain.eventId))
    .limit(ROWS_AT_ONCE)
}

async function eventsBetween(db: Database, after: number, upTo: number): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditEvents)
    .where(and(gt(auditEvents.id, after), lte(auditEvents.id, upTo)))
    .orderBy(asc(auditEvents.id))
}

function firstWrong(
  links: readonly Link[],
  events: readonly AuditRow[],
  start: Buffer,
  keyring: Keyring,
): { eventId: number; reason: string } | null {
  let before = start
  for (const [index, link] of links.entries()) {
    const event = events[index]
    if (event === undefined || event.id > link.eventId)
      return { eventId: link.eventId, reason: 'it was removed' }
    if (event.id < link.eventId)
      return { eventId: event.id, reason: 'it was inserted, or its link was removed' }
    const key = keyring.find(link.keyId)
    if (key === undefined)
      return { eventId: event.id, reason: `its key ${link.keyId} is not in ENCRYPTION_KEY` }
    before = codeOf(key, before, event)
    if (!before.equals(link.code))
      return { eventId: event.id, reason: 'it was edited, or a row before it was removed' }
  }
  return null
}
