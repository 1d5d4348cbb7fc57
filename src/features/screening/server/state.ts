import { and, eq, inArray } from 'drizzle-orm'
import type { CheckState } from '#base/rules/check-state.ts'
import { isListOld } from '#features/screening/rules/editions.ts'
import { listSourceNames, listSources, type ListSource } from '#features/screening/rules/lists.ts'
import type { ListsInUse } from '#features/due-diligence/rules/rating/facts.ts'
import { roles, type ScreenedRole } from '#features/due-diligence/rules/screened-roles.ts'
import { isUnreadable, type ScreenedPerson } from '#features/screening/rules/subjects.ts'
import type { Queries } from '#base/server/db/database.ts'
import { hits, listEntries, screeningSubjects } from '#features/screening/schema.ts'
import { editionsInForce } from './editions.ts'
import { fingerprintOf, givenFingerprintOf, type SubjectRow } from './subjects.ts'

/** What screening knows of an application. */
export interface ScreeningState {
  /** The United Nations list in use. */
  unList: CheckState
  /** Everyone, with the facts of now, compared with every list in use. */
  comparison: CheckState
  /** The lists in use, and the published ones that are not. */
  lists: ListsInUse
  /** Someone has no name in Latin letters, or one that mixes scripts. */
  unreadable: boolean
  /** Hits without a final decision. */
  undecided: number
  /** Confirmed matches, by list and role; entries of the firm's own list say of what kind they are. */
  confirmed: { source: ListSource; role: ScreenedRole; kind: 'sanction' | 'exposed' | 'internal' }[]
}

/** Whether a confirmed match is with the client, or someone of theirs who prohibits the relationship. */
export function isAboutClient({ role }: ScreeningState['confirmed'][number]): boolean {
  return roles[role].prohibits
}

/** Only entries of the firm's own list are of other kinds than sanctions. */
function kindOf(source: ListSource, programme: string): ScreeningState['confirmed'][number]['kind'] {
  return source === 'FIRM' && (programme === 'exposed' || programme === 'internal') ? programme : 'sanction'
}

function listsInUse(editions: readonly EditionInForce[]): ListsInUse {
  const listed = listSourceNames.map((source) => ({
    source,
    edition: editions.find((edition) => edition.source === source),
  }))
  return {
    inUse: listed.flatMap(({ source, edition }) =>
      edition === undefined ? [] : [{ name: listSources[source].label, generatedOn: edition.generatedOn }],
    ),
    others: listed.flatMap(({ source, edition }) =>
      edition === undefined && source !== 'FIRM' ? [source] : [],
    ),
  }
}

type EditionInForce = Awaited<ReturnType<typeof editionsInForce>>[number]

/**
 * The state of the United Nations list. Each client's comparison says whether the list's newest changes were compared
 * with that client, so a new list does not stop those who were.
 */
function unListState(
  edition: Pick<EditionInForce, 'id' | 'generatedOn'> | undefined,
  { now, maxDays }: { now: Date; maxDays: number },
): CheckState {
  if (edition === undefined) return { is: 'not-configured' }
  const { id, generatedOn } = edition
  if (isListOld(generatedOn, now, maxDays)) return { is: 'stale', of: generatedOn, allowedDays: maxDays }
  return { is: 'done', at: generatedOn, with: [id] }
}

/**
 * Whether an application has undecided or confirmed hits, and whether screening is complete.
 *
 * @param people who has to be screened, with the facts of now
 */
export async function screeningOf(
  db: Queries,
  { applicationId, people }: { applicationId: string; people: readonly ScreenedPerson[] },
  at: { now: Date; maxDays: number },
): Promise<ScreeningState> {
  const editions = await editionsInForce(db)
  const subjects = await db
    .select()
    .from(screeningSubjects)
    .where(eq(screeningSubjects.applicationId, applicationId))
  const found = await db
    .select({
      source: hits.source,
      state: hits.state,
      role: screeningSubjects.role,
      programme: listEntries.programme,
    })
    .from(hits)
    .innerJoin(screeningSubjects, eq(screeningSubjects.id, hits.subjectId))
    .innerJoin(listEntries, eq(listEntries.id, hits.entryId))
    .where(and(eq(hits.applicationId, applicationId), inArray(hits.state, ['open', 'waiting', 'match'])))
  const compared = people.flatMap(
    (person) =>
      subjects.find((subject) => subject.role === person.role && isCompared(person, subject, editions)) ?? [],
  )
  return {
    unList: unListState(
      editions.find(({ source }) => source === 'UN'),
      at,
    ),
    comparison: comparisonOf(people.length, compared, editions),
    lists: listsInUse(editions),
    unreadable: people.some(isUnreadable),
    undecided: found.filter(({ state }) => state !== 'match').length,
    confirmed: found
      .filter(({ state }) => state === 'match')
      .map(({ source, role, programme }) => ({ source, role, kind: kindOf(source, programme) })),
  }
}

function comparisonOf(
  of: number,
  compared: readonly SubjectRow[],
  editions: readonly EditionInForce[],
): CheckState {
  const times = compared.flatMap(({ screenedAt }) => screenedAt?.getTime() ?? [])
  if (times.length === 0 || editions.length === 0) return { is: 'not-configured' }
  if (times.length < of) return { is: 'incomplete', done: times.length, of }
  return {
    is: 'done',
    at: new Date(Math.min(...times)).toISOString(),
    with: editions.map(({ id }) => id),
  }
}

/** Whether someone, with the facts of now, was compared with every list in force. */
export function isCompared(
  person: Pick<ScreenedPerson, 'person'>,
  subject: Pick<SubjectRow, 'fingerprint' | 'givenFingerprint' | 'screenedAt'> | undefined,
  editions: Awaited<ReturnType<typeof editionsInForce>>,
): boolean {
  const screenedAt = subject?.screenedAt ?? null
  if (screenedAt === null || givenFingerprintOf(subject) !== fingerprintOf(person)) return false
  return editions.every(
    (edition) => edition.screenedAt !== null || (edition.inForceAt ?? screenedAt) <= screenedAt,
  )
}
