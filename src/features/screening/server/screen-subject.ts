import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { eq } from 'drizzle-orm'
import { roles } from '#features/screening/rules/roles.ts'
import { MATCHER_VERSION, scorePair, type Score } from '#features/screening/rules/score.ts'
import { THRESHOLDS, type Thresholds } from '#features/screening/rules/thresholds.ts'
import { newId } from '#base/server/db/id.ts'
import { screenings, screeningSubjects } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { entriesLike, prepareSearch, type Entry } from './candidates.ts'
import { editionsInForce } from './editions.ts'
import { endOtherHits } from './end-hits.ts'
import { lockScreening } from './put-in-force.ts'
import { isHit, storeHit } from './store-hits.ts'
import { decryptSubject } from './subjects.ts'

/** This many of those ruled out are stored with their reasons, and the number of all. */
const MAX_RULED_OUT = 20

/** One pair that other facts rule out, as stored. */
export type RuledOut = Pick<Score, 'score' | 'features' | 'mine' | 'listed'> & {
  source: string
  uid: string
  name: string
}

/** What a screening stores encrypted. */
export interface ScreeningDetails {
  written: string[]
  ruledOut: RuledOut[]
  /** Early screenings lack them. */
  thresholds?: Thresholds
}

/**
 * Compares a subject with all lists in force, and stores the result also where there is no hit.
 *
 * @returns the number of hits that were opened
 */
export async function screenSubject(
  work: TransactionContext<Doer | null, 'keyring' | 'settings'>,
  subjectId: string,
  { asked = false }: { asked?: boolean } = {},
): Promise<number> {
  const { tx, context, actor, now } = work
  await lockScreening(tx, 'shared')
  await prepareSearch(tx)
  const [row] = await tx
    .select()
    .from(screeningSubjects)
    .where(eq(screeningSubjects.id, subjectId))
    .for('update')
  if (row === undefined) return 0
  const subject = decryptSubject(context.keyring, row)
  const entries = await entriesLike(tx, subject.facts.person, roles[subject.role].kinds)
  const scored = entries.map((entry) => ({
    subject,
    entry,
    score: scorePair(subject.facts.person, entry.listed),
  }))
  const found = scored.filter(({ score }) => isHit(score))
  const ruledOut = scored
    .filter(({ score }) => score.strength === 'ruled-out')
    .toSorted((a, b) => b.score.score - a.score.score)
  let opened = 0
  for (const hit of found) if (await storeHit(work, hit)) opened += 1
  await endOtherHits(work, subject, found)
  const id = newId()
  const details: ScreeningDetails = {
    written: subject.facts.written,
    thresholds: THRESHOLDS,
    ruledOut: ruledOut.slice(0, MAX_RULED_OUT).map(({ entry, score }) => presentRuledOut(entry, score)),
  }
  await tx.insert(screenings).values({
    id,
    subjectId,
    at: now,
    askedBy: asked ? (actor?.userId ?? null) : null,
    editions: (await editionsInForce(tx)).map((edition) => edition.id),
    matcher: MATCHER_VERSION,
    candidates: entries.length,
    hits: found.length,
    ruledOut: ruledOut.length,
    details: encryptJson(context.keyring, screenings.details, id, details),
  })
  await tx.update(screeningSubjects).set({ screenedAt: now }).where(eq(screeningSubjects.id, subjectId))
  if (asked || found.length > 0)
    await record(work, 'screening.run', subjectId, { hits: found.length, ruledOut: ruledOut.length })
  return opened
}

function presentRuledOut(
  { row: { source, uid }, names }: Entry,
  { score, features, mine, listed }: Score,
): RuledOut {
  return { source, uid, name: names[0]?.name ?? '', score, features, mine, listed }
}
