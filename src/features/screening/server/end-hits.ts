import { and, asc, eq, inArray, notInArray, type SQL } from 'drizzle-orm'
import type { NotFoundReason } from '#features/screening/rules/hits.ts'
import type { ListSource } from '#features/screening/rules/lists.ts'
import { hits } from '#features/screening/schema.ts'
import { record } from '#features/audit/server/record.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { Entry } from './candidates.ts'
import { undecided, type FoundHit, type HitRow } from './store-hits.ts'
import type { Subject } from './subjects.ts'
import { withdrawRequest } from '#features/approvals/server/withdraw-request.ts'

type Work = TransactionContext<Doer | null, never>

/** Ends the hits of a subject that were not found again. */
export async function endOtherHits(
  work: Work,
  { id, fingerprint }: Subject,
  found: readonly FoundHit[],
): Promise<void> {
  const still = new Set(found.map(({ entry: { row } }) => `${row.source} ${row.uid}`))
  await endHits(work, eq(hits.subjectId, id), (hit) => {
    if (still.has(`${hit.source} ${hit.uid}`)) return null
    return hit.subjectFingerprint === fingerprint ? 'not-similar' : 'person'
  })
}

/** Ends all hits of a subject who is no longer compared. */
export async function endAllHits(work: Work, subjectId: string): Promise<void> {
  await endHits(work, eq(hits.subjectId, subjectId), () => 'left-out')
}

/** Ends the hits on entries that were removed from a list. */
export async function endHitsOn(work: Work, source: ListSource, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await endHits(work, and(eq(hits.source, source), inArray(hits.uid, [...uids])), () => 'removed')
}

/** Ends the hits on a changed entry with subjects that are no longer similar. */
export async function endHitsBeside(
  work: Work,
  { row: { source, uid } }: Entry,
  subjects: readonly string[],
): Promise<void> {
  const others = subjects.length === 0 ? undefined : notInArray(hits.subjectId, [...subjects])
  await endHits(work, and(eq(hits.source, source), eq(hits.uid, uid), others), () => 'entry')
}

/**
 * A match stays and counts, with the reason why it is not found (docs/decisions/0157). That it is no match is remembered
 * for a pair that is found again; what was only proposed is not, and its request is withdrawn.
 *
 * @param why the reason why a hit is not found; null where it is
 */
async function endHits(
  work: Work,
  which: SQL | undefined,
  why: (hit: HitRow) => NotFoundReason | null,
): Promise<void> {
  const { tx } = work
  const present = inArray(hits.state, ['open', 'waiting', 'no-match', 'match'])
  const rows = await tx.select().from(hits).where(and(which, present)).orderBy(asc(hits.id)).for('update')
  for (const hit of rows) {
    const because = why(hit)
    if (because === null) continue
    if (hit.state === 'match') {
      await markNotFound(work, hit, because)
      continue
    }
    await tx
      .update(hits)
      .set({ ...(hit.state !== 'no-match' && undecided), state: 'gone' })
      .where(eq(hits.id, hit.id))
    if (hit.state === 'waiting') await withdrawRequest(work, hit.id, because)
  }
}

/** The first reason stays, unless the entry is removed from the list after it. */
async function markNotFound(
  work: Work,
  { id, source, notFoundBecause }: HitRow,
  because: NotFoundReason,
): Promise<void> {
  if (notFoundBecause === because || (notFoundBecause !== null && because !== 'removed')) return
  await work.tx.update(hits).set({ notFoundBecause: because }).where(eq(hits.id, id))
  await record(work, 'hit.not-found', id, { source, because })
}
