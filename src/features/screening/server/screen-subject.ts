import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { eq } from 'drizzle-orm'
import { roles } from '#features/due-diligence/rules/screened-roles.ts'
import { MATCHER_VERSION, scorePair, type Score } from '#features/screening/rules/score.ts'
import { factsIn, type ComparableFact, type SimilarBy } from '#features/screening/rules/similar-by.ts'
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

/** This many of those that are no possible match are stored with their reasons. */
const MAX_NEAREST = 20

/** A similar entry that is no possible match, as stored. */
export type Nearest = Pick<Score, 'score' | 'features' | 'mine' | 'listed'> & {
  source: string
  uid: string
  name: string
}

/** What a screening stores encrypted. */
export interface ScreeningDetails {
  written: string[]
  /** The nearest that are no possible match. */
  ruledOut: Nearest[]
  /** How many entries were found in each way; early screenings lack it. */
  ways?: Record<SimilarBy, number>
  /** What was compared; early screenings lack it. */
  by?: ComparableFact[]
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
  const others = scored.filter(({ score }) => !isHit(score)).toSorted((a, b) => b.score.score - a.score.score)
  let opened = 0
  for (const hit of found) if (await storeHit(work, hit)) opened += 1
  await endOtherHits(work, subject, found)
  const ruledOut = others.filter(({ score }) => score.strength === 'ruled-out').length
  const id = newId()
  const details: ScreeningDetails = {
    written: subject.facts.written,
    thresholds: THRESHOLDS,
    ruledOut: others.slice(0, MAX_NEAREST).map(({ entry, score }) => presentNearest(entry, score)),
    ways: waysOf(entries),
    by: factsIn(subject.facts.person),
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
    ruledOut,
    details: encryptJson(context.keyring, screenings.details, id, details),
  })
  await tx.update(screeningSubjects).set({ screenedAt: now }).where(eq(screeningSubjects.id, subjectId))
  if (asked || found.length > 0)
    await record(work, 'screening.run', subjectId, { hits: found.length, ruledOut })
  return opened
}

function waysOf(entries: readonly { ways: readonly SimilarBy[] }[]): Record<SimilarBy, number> {
  const count = (way: SimilarBy) => entries.filter(({ ways }) => ways.includes(way)).length
  return { name: count('name'), sound: count('sound'), birth: count('birth'), number: count('number') }
}

function presentNearest(
  { row: { source, uid }, names }: Entry,
  { score, features, mine, listed }: Score,
): Nearest {
  return { source, uid, name: names[0]?.name ?? '', score, features, mine, listed }
}
