import { and, eq, inArray } from 'drizzle-orm'
import type { StaffScreeningState } from '#features/screening/rules/hits.ts'
import { isUnreadable, screenedStaff } from '#features/screening/rules/subjects.ts'
import type { Queries } from '#base/server/db/database.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import { editionsInForce } from './editions.ts'
import { isCompared } from './state.ts'

/**
 * How far the comparison of staff with lists is, by the ids of their accounts: `clear` once they were compared with every
 * list in force, by the name of now, and nothing is left to decide.
 */
export async function screeningOfStaff(
  db: Queries,
  staff: readonly { id: string; fullName: string | null }[],
): Promise<Map<string, StaffScreeningState>> {
  const ids = staff.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const editions = await editionsInForce(db)
  const subjects = await db.select().from(screeningSubjects).where(inArray(screeningSubjects.userId, ids))
  const found = await db
    .selectDistinct({ userId: screeningSubjects.userId })
    .from(hits)
    .innerJoin(screeningSubjects, eq(screeningSubjects.id, hits.subjectId))
    .where(and(inArray(screeningSubjects.userId, ids), inArray(hits.state, ['open', 'waiting', 'match'])))
  const stateOf = ({ id, fullName }: (typeof staff)[number]): StaffScreeningState => {
    if (found.some(({ userId }) => userId === id)) return 'with-compliance'
    const person = screenedStaff(fullName)
    const subject = subjects.find(({ userId }) => userId === id)
    const isClear = editions.length > 0 && !isUnreadable(person) && isCompared(person, subject, editions)
    return isClear ? 'clear' : 'not-compared'
  }
  return new Map(staff.map((one) => [one.id, stateOf(one)]))
}
