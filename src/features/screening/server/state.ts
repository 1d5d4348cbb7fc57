import { and, eq, inArray } from 'drizzle-orm'
import type { ListSource } from '#features/screening/rules/lists.ts'
import { isUnreadable, type ScreenedPerson } from '#features/screening/rules/subjects.ts'
import type { Queries } from '#base/server/db/database.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import { editionsInForce } from './editions.ts'
import { fingerprintOf, type SubjectRow } from './subjects.ts'

/** What screening knows of an application. */
export interface ScreeningState {
  /** Any list is in force: without lists nothing is screened. */
  on: boolean
  /** Everyone, with the facts of now, was compared with every list in force. */
  complete: boolean
  /** Someone has no name in Latin letters, or one that mixes scripts. */
  unreadable: boolean
  /** Hits without a final decision. */
  undecided: number
  /** The lists of confirmed matches. */
  confirmed: ListSource[]
  /** The date (yyyy-MM-dd) of the United Nations' list in force. */
  unListOf: string | null
}

/**
 * Whether an application has undecided or confirmed hits, and whether screening is complete.
 *
 * @param people who has to be screened, with the facts of now
 */
export async function screeningOf(
  db: Queries,
  { applicationId, people }: { applicationId: string; people: readonly ScreenedPerson[] },
): Promise<ScreeningState> {
  const editions = await editionsInForce(db)
  const subjects = await db
    .select()
    .from(screeningSubjects)
    .where(eq(screeningSubjects.applicationId, applicationId))
  const found = await db
    .select({ source: hits.source, state: hits.state })
    .from(hits)
    .where(and(eq(hits.applicationId, applicationId), inArray(hits.state, ['open', 'waiting', 'match'])))
  const complete = people.every((person) =>
    subjects.some((subject) => subject.role === person.role && isCompared(person, subject, editions)),
  )
  return {
    on: editions.length > 0,
    complete,
    unreadable: people.some(isUnreadable),
    undecided: found.filter(({ state }) => state !== 'match').length,
    confirmed: [...new Set(found.filter(({ state }) => state === 'match').map(({ source }) => source))],
    unListOf: editions.find(({ source }) => source === 'UN')?.generatedOn ?? null,
  }
}

/** Whether someone, with the facts of now, was compared with every list in force. */
export function isCompared(
  person: Pick<ScreenedPerson, 'person'>,
  subject: Pick<SubjectRow, 'fingerprint' | 'screenedAt'> | undefined,
  editions: Awaited<ReturnType<typeof editionsInForce>>,
): boolean {
  const screenedAt = subject?.screenedAt ?? null
  if (screenedAt === null || subject?.fingerprint !== fingerprintOf(person)) return false
  return editions.every(
    (edition) => edition.screenedAt !== null || (edition.inForceAt ?? screenedAt) <= screenedAt,
  )
}
