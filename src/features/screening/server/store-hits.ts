import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { stateWhenFound, type HitState } from '#features/screening/rules/hits.ts'
import type { Score } from '#features/screening/rules/score.ts'
import { newId } from '#base/server/db/id.ts'
import { hits } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { Entry } from './candidates.ts'
import { notifyOfMatch } from './notify-of-hits.ts'
import { withdrawRequest } from '#features/approvals/server/withdraw-request.ts'
import type { Subject } from './subjects.ts'

type Work = TransactionContext<Doer | null, 'keyring' | 'settings'>

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

/** A hit without a decision, and without a proposal. */
export const undecided = {
  verdict: null,
  reason: null,
  words: null,
  decidedBy: null,
  decidedAt: null,
  secondBy: null,
  waitsUntil: null,
}

/**
 * Stores a hit. A decided one stays decided until a fact of the person or of the entry changes, and is decided again
 * where it was gone; an open one shows the facts of now.
 *
 * @returns whether it is open now and was not before
 */
export async function storeHit(work: Work, { subject, entry, score }: FoundHit): Promise<boolean> {
  const {
    tx,
    context: { keyring },
    now,
  } = work
  const { source, uid, fingerprint: entryFingerprint } = entry.row
  const pair = and(eq(hits.subjectId, subject.id), eq(hits.source, source), eq(hits.uid, uid))
  const [known] = await tx.select().from(hits).where(pair).for('update')
  const fingerprints = { subjectFingerprint: subject.fingerprint, entryFingerprint }
  const state = stateWhenFound(known ?? null, fingerprints)
  if (known !== undefined && state !== 'open') {
    // A decision that holds stays with the version that it was about.
    if (known.state === 'gone' || known.notFoundBecause !== null) await restore(work, known, state)
    return false
  }
  if (known?.state === 'waiting') {
    const isOther = known.subjectFingerprint !== subject.fingerprint
    await withdrawRequest(work, known.id, isOther ? 'person' : 'entry')
  }
  const id = known?.id ?? newId()
  const { features, mine, listed, pairs } = score
  const reasons: HitReasons = { features, mine, listed, pairs }
  const values = {
    ...undecided,
    ...fingerprints,
    entryId: entry.row.id,
    score: score.score,
    strong: score.strength === 'strong',
    features: encryptJson(keyring, hits.features, id, reasons),
    state,
    foundAt: known?.state === 'open' ? known.foundAt : now,
  }
  await tx
    .insert(hits)
    .values({ id, subjectId: subject.id, applicationId: subject.applicationId, source, uid, ...values })
    .onConflictDoUpdate({ target: [hits.subjectId, hits.source, hits.uid], set: values })
  return known?.state !== 'open'
}

/** A decided hit is found again; a match on the United Nations' list that was lifted prohibits again. */
async function restore(
  work: Work,
  { id, source, subjectId, state: before }: HitRow,
  state: HitState,
): Promise<void> {
  await work.tx.update(hits).set({ state, notFoundBecause: null }).where(eq(hits.id, id))
  await record(work, 'hit.restored', id, { source, state })
  if (before === 'gone' && state === 'match' && source === 'UN') await notifyOfMatch(work, subjectId)
}
