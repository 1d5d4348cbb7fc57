import { and, asc, eq, inArray, notInArray, type SQL } from 'drizzle-orm'
import type { ListSource } from '#domain/screening/lists.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { hits } from '#server/platform/db/screening-schema.ts'
import type { Entry } from './candidates.ts'
import { undecided, type FoundHit, type HitRow } from './store-hits.ts'

/** Ends the hits of a subject that were not found again. */
export async function endOtherHits(
  tx: Transaction,
  subjectId: string,
  found: readonly FoundHit[],
): Promise<void> {
  const still = new Set(found.map(({ entry: { row } }) => `${row.source} ${row.uid}`))
  await endHits(tx, eq(hits.subjectId, subjectId), ({ source, uid }) => !still.has(`${source} ${uid}`))
}

/** Ends the hits on entries that were removed from a list. */
export async function endHitsOn(tx: Transaction, source: ListSource, uids: readonly string[]): Promise<void> {
  if (uids.length > 0) await endHits(tx, and(eq(hits.source, source), inArray(hits.uid, [...uids])))
}

/** Ends the hits on a changed entry with subjects that are no longer similar. */
export async function endHitsBeside(
  tx: Transaction,
  { row: { source, uid } }: Entry,
  subjects: readonly string[],
): Promise<void> {
  const others = subjects.length === 0 ? undefined : notInArray(hits.subjectId, [...subjects])
  await endHits(tx, and(eq(hits.source, source), eq(hits.uid, uid), others))
}

/** A final decision is remembered, for a pair that is found again; what was only proposed is not. */
async function endHits(
  tx: Transaction,
  which: SQL | undefined,
  isEnded: (hit: HitRow) => boolean = () => true,
): Promise<void> {
  const present = inArray(hits.state, ['open', 'waiting', 'no-match', 'match'])
  const rows = await tx.select().from(hits).where(and(which, present)).orderBy(asc(hits.id)).for('update')
  for (const { id, state } of rows.filter((hit) => isEnded(hit))) {
    const isFinal = state === 'no-match' || state === 'match'
    await tx
      .update(hits)
      .set({ ...(!isFinal && undecided), state: 'gone' })
      .where(eq(hits.id, id))
  }
}
