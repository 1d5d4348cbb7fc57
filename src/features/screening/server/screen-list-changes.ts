import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { scorePair } from '#features/screening/rules/score.ts'
import { listEditions, listEntries } from '#features/screening/schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import {
  inTransaction,
  systemContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { entriesById, kindOfEntry, prepareSearch, subjectsLike, type Entry } from './candidates.ts'
import { editionsInForce } from './editions.ts'
import { endHitsBeside, endHitsOn } from './end-hits.ts'
import { fillSounds } from './fill-sounds.ts'
import { lockScreening } from './put-in-force.ts'
import { notifyOfHits } from './notify-of-hits.ts'
import { isHit, storeHit, type FoundHit } from './store-hits.ts'
import type { Subject } from './subjects.ts'

/** Entries of one transaction: an interrupted run continues after the last. */
export const ENTRIES_AT_ONCE = 50

type Work = TransactionContext<null, 'keyring' | 'settings'>

type Screening = Pick<Context, 'database' | 'keyring' | 'now' | 'settings'>

/**
 * Compares the changes of every list that came into force with all clients: the same pairs as comparing every client
 * with all lists, in seconds.
 *
 * @returns the number of hits that were opened
 */
export async function screenListChanges(context: Screening): Promise<number> {
  if (!context.settings.dueDiligence.on) return 0
  await fillSounds(context)
  let opened = 0
  for (const { id, screenedAt } of await editionsInForce(context.database.db)) {
    if (screenedAt !== null) continue
    for (let left = true; left;) {
      const done = await inTransaction(systemContext(context), (work) => screenSome(work, id))
      opened += done.opened
      left = done.left
    }
  }
  if (opened > 0) await notifyOfHits(context)
  return opened
}

async function screenSome(work: Work, id: string): Promise<{ opened: number; left: boolean }> {
  const { tx, now } = work
  await lockScreening(tx, 'shared')
  await prepareSearch(tx)
  const [edition] = await tx.select().from(listEditions).where(eq(listEditions.id, id)).for('update')
  if (edition === undefined || edition.supersededAt !== null || edition.screenedAt !== null)
    return { opened: 0, left: false }
  if (edition.screenedTo === null) await endHitsOn(work, edition.source, edition.removedUids)
  const rows = await changedEntries(tx, id, edition.screenedTo)
  let opened = 0
  for (const entry of await entriesById(
    tx,
    rows.map((row) => row.id),
  ))
    opened += await screenEntry(work, entry)
  const last = rows.at(-1)?.id
  const left = rows.length === ENTRIES_AT_ONCE
  await tx
    .update(listEditions)
    .set({
      hits: sql`${listEditions.hits} + ${opened}`,
      ...(last === undefined ? {} : { screenedTo: last }),
      ...(left ? {} : { screenedAt: now }),
    })
    .where(eq(listEditions.id, id))
  return { opened, left }
}

async function screenEntry(work: Work, entry: Entry): Promise<number> {
  const { tx, context } = work
  const found = matchesOf(entry, await subjectsLike(tx, context.keyring, entry))
  let opened = 0
  for (const hit of found) if (await storeHit(work, hit)) opened += 1
  await endHitsBeside(
    work,
    entry,
    found.map(({ subject }) => subject.id),
  )
  return opened
}

/** The subjects that match an entry: the same for the job, and for the preview of a list. */
export function matchesOf(entry: Entry, subjects: readonly Subject[]): FoundHit[] {
  return subjects
    .map((subject) => ({ subject, entry, score: scorePair(subject.facts.person, entry.listed) }))
    .filter(({ score }) => isHit(score))
}

/** The next entries of an edition that are compared. */
export function changedEntries(db: Queries, editionId: string, after: string | null) {
  return db
    .select({ id: listEntries.id })
    .from(listEntries)
    .where(
      and(
        eq(listEntries.fromEdition, editionId),
        isNull(listEntries.toEdition),
        sql`${kindOfEntry} in ('person', 'organisation')`,
        after === null ? undefined : gt(listEntries.id, after),
      ),
    )
    .orderBy(asc(listEntries.id))
    .limit(ENTRIES_AT_ONCE)
}
