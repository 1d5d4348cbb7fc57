import { createHash } from 'node:crypto'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { stateWhenFound } from '#domain/screening/hits.ts'
import type { ListSource } from '#domain/screening/lists.ts'
import type { Score } from '#domain/screening/score.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/db/id.ts'
import { hits } from '#server/platform/db/screening-schema.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import type { Entry } from './candidates.ts'
import { encryptJson } from './encrypted-json.ts'
import type { Subject } from './subjects.ts'

export type HitRow = typeof hits.$inferSelect

/** Why a hit is one, as stored. */
export type HitReasons = Pick<Score, 'features' | 'mine' | 'listed' | 'pairs'>

/** A pair that is a hit. */
export interface FoundHit {
  subject: Subject
  entry: Entry
  score: Score
}

export function isHit({ strength }: Score): boolean {
  return strength === 'strong' || strength === 'possible'
}

/** Another one once the entry or the client has changed, so that no one decides on what they did not see. */
export function versionOf({ entryId, subjectFingerprint }: HitRow): string {
  return createHash('sha256').update(`${entryId} ${subjectFingerprint}`).digest('base64url')
}

const undecided = {
  verdict: null,
  reason: null,
  words: null,
  decidedBy: null,
  decidedAt: null,
  secondBy: null,
  waitsUntil: null,
}

/**
 * Stores a hit. A decided one stays decided until a fact of the client or of the entry changes; an open one shows the
 * facts of now.
 *
 * @returns whether it is open now and was not before
 */
export async function storeHit(
  tx: Transaction,
  keyring: Keyring,
  { subject, entry, score }: FoundHit,
  now: Date,
): Promise<boolean> {
  const { source, uid, fingerprint: entryFingerprint } = entry.row
  const pair = and(eq(hits.subjectId, subject.id), eq(hits.source, source), eq(hits.uid, uid))
  const [known] = await tx.select().from(hits).where(pair).for('update')
  const fingerprints = { subjectFingerprint: subject.fingerprint, entryFingerprint }
  const state = stateWhenFound(known ?? null, fingerprints)
  // A decision that holds stays with the version that it was about.
  if (known !== undefined && state === known.state && state !== 'open') return false
  const id = known?.id ?? newId()
  const { features, mine, listed, pairs } = score
  const reasons: HitReasons = { features, mine, listed, pairs }
  const values = {
    ...undecided,
    ...fingerprints,
    entryId: entry.row.id,
    score: score.score,
    strong: score.strength === 'strong',
    features: encryptJson(keyring, ['hits', id, 'features'], reasons),
    state,
    foundAt: known?.state === 'open' ? known.foundAt : now,
  }
  await tx
    .insert(hits)
    .values({ id, subjectId: subject.id, applicationId: subject.applicationId, source, uid, ...values })
    .onConflictDoUpdate({ target: [hits.subjectId, hits.source, hits.uid], set: values })
  return known?.state !== 'open'
}

const present = ['open', 'waiting', 'no-match', 'match'] as const

/** Ends the hits of a subject that were not found again. */
export async function endOtherHits(
  tx: Transaction,
  subjectId: string,
  found: readonly FoundHit[],
): Promise<void> {
  const rows = await tx
    .select({ id: hits.id, source: hits.source, uid: hits.uid })
    .from(hits)
    .where(and(eq(hits.subjectId, subjectId), inArray(hits.state, [...present])))
  const still = new Set(found.map(({ entry: { row } }) => `${row.source} ${row.uid}`))
  const ended = rows.filter(({ source, uid }) => !still.has(`${source} ${uid}`)).map(({ id }) => id)
  if (ended.length > 0) await tx.update(hits).set({ state: 'gone' }).where(inArray(hits.id, ended))
}

/** Ends the hits on entries that were removed from a list. */
export async function endHitsOn(tx: Transaction, source: ListSource, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await tx
    .update(hits)
    .set({ state: 'gone' })
    .where(and(eq(hits.source, source), inArray(hits.uid, [...uids]), inArray(hits.state, [...present])))
}

/** Ends the hits on a changed entry with subjects that are no longer similar. */
export async function endHitsBeside(
  tx: Transaction,
  { row: { source, uid } }: Entry,
  subjects: readonly string[],
): Promise<void> {
  await tx
    .update(hits)
    .set({ state: 'gone' })
    .where(
      and(
        eq(hits.source, source),
        eq(hits.uid, uid),
        inArray(hits.state, [...present]),
        subjects.length === 0 ? undefined : notInArray(hits.subjectId, [...subjects]),
      ),
    )
}
