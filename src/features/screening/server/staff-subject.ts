import { eq, sql, type Column, type SQL } from 'drizzle-orm'
import { screeningSubjects } from '#features/screening/schema.ts'
import { notFound } from '#base/server/domain-error.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/** The subject that a user is, as a scalar subquery; null for most. */
const subjectOf = ({ userId }: Doer) =>
  sql`(select own.id from ${screeningSubjects} own where own.user_id = ${userId})`

/** Leaves out what is about the user who asks, against tipping off (FICA, section 29). @param subjectId a column */
export function isNotAbout(actor: Doer, subjectId: Column): SQL {
  return sql`${subjectId} is distinct from ${subjectOf(actor)}`
}

/**
 * Locks a member of staff who is similar to a listed person, for a decision.
 *
 * @throws DomainError not-found for the own account too: it looks as if there were no hit
 */
export async function lockStaffSubject({ tx, actor }: TransactionContext, subjectId: string): Promise<void> {
  const [subject] = await tx
    .select({ userId: screeningSubjects.userId })
    .from(screeningSubjects)
    .where(eq(screeningSubjects.id, subjectId))
    .for('update')
  if (subject === undefined || subject.userId === actor.userId) throw notFound()
}
