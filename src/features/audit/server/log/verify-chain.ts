import { and, asc, gt, lte } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import type { Database } from '#base/server/db/database.ts'
import { auditChain, auditEvents } from '#features/audit/schema.ts'
import { anchorFilesIn, newestAnchor } from './anchors.ts'
import { CHAIN_START, codeOf, type AuditRow } from './chain.ts'
import { openChainKeys, type ChainKeys } from './chain-keys.ts'
import { CUT_OFF, firstMissing, isStillThere, type Alteration } from './chain-proof.ts'

type Link = typeof auditChain.$inferSelect

/** A row up to which the log is valid, with its code. */
export interface VerifiedPosition {
  eventId: number
  code: Buffer
}

/** Unused numbers: their transactions were rolled back, or the rows were deleted before they were chained. */
export interface Gap {
  first: number
  last: number
}

/** How far the log is valid, and the first altered row. `gaps` are the newest {@link MAX_GAPS}. */
export type Verification =
  | { sound: true; verifiedUpTo: number; rows: number; position: VerifiedPosition | null; gaps: Gap[] }
  | ({ sound: false } & Alteration)

const ROWS_AT_ONCE = 1000
const MAX_GAPS = 20
/** Below all assigned numbers, to find rows inserted before the first. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER

/**
 * Compares the log with its chain and reports the first row that was edited, removed, inserted or moved, or a truncated
 * end. Rows after the last link are not checked yet.
 * A chain that lacks an anchored link counts as altered.
 *
 * @param from the end of an earlier verification: only later rows and the newest anchor are checked; null for the whole
 * log
 * @param given files with more anchors, of other machines or from the place that they are sent to
 */
export async function verifyChain(
  { database: { db }, keyring, settings }: Pick<Context, 'database' | 'keyring' | 'settings'>,
  from: VerifiedPosition | null = null,
  given: readonly string[] = [],
): Promise<Verification> {
  const newest = await newestAnchor(settings.dataDir)
  const files = [...anchorFilesIn(settings.dataDir), ...given]
  const chainKeys = await openChainKeys(db, keyring)
  if (from !== null && !(await isStillThere(db, from))) return cutOff(db, from, files)
  let position = from
  let rows = 0
  let gaps: Gap[] = []
  for (;;) {
    const after = position?.eventId ?? BEFORE_ALL
    const links = await linksAfter(db, after)
    const last = links.at(-1)
    if (last === undefined) break
    const events = await eventsBetween(db, after, last.eventId)
    const wrong = firstWrong(links, events, position, chainKeys)
    if (wrong !== null) return { sound: false, ...wrong }
    gaps = [...gaps, ...gapsIn(links, position?.eventId ?? 0)].slice(-MAX_GAPS)
    position = { eventId: last.eventId, code: last.code }
    rows += links.length
  }
  if (newest !== null && !(await isStillThere(db, newest))) return cutOff(db, newest, files)
  const missing = from === null ? await firstMissing(db, files) : null
  if (missing !== null) return { sound: false, ...missing }
  return { sound: true, verifiedUpTo: Math.max(0, position?.eventId ?? 0), rows, position, gaps }
}

/** Reports the first missing anchor before the given position, if any. */
async function cutOff(
  db: Database,
  { eventId }: VerifiedPosition,
  files: readonly string[],
): Promise<Verification> {
  return { sound: false, ...((await firstMissing(db, files)) ?? { eventId, reason: CUT_OFF }) }
}

async function linksAfter(db: Database, eventId: number): Promise<Link[]> {
  return db
    .select()
    .from(auditChain)
    .where(gt(auditChain.eventId, eventId))
    .orderBy(asc(auditChain.eventId))
    .limit(ROWS_AT_ONCE)
}

/** Limited by the number of links, so that removed links cannot make it read the whole log at once. */
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
  start: VerifiedPosition | null,
  chainKeys: ChainKeys,
): Alteration | null {
  let before = start?.code ?? CHAIN_START
  let eventId = start?.eventId ?? 0
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
    if (link.skipped !== null && link.skipped !== event.id - eventId - 1)
      return { eventId: event.id, reason: 'the count of numbers skipped before it was changed' }
    eventId = event.id
  }
  return null
}

function gapsIn(links: readonly Link[], start: number): Gap[] {
  return links.flatMap(({ eventId }, index) => {
    const before = links[index - 1]?.eventId ?? start
    return eventId === before + 1 ? [] : [{ first: before + 1, last: eventId - 1 }]
  })
}
