import { inArray, sql } from 'drizzle-orm'
import { dayOf } from '#base/rules/time/dates.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { approvals } from '#features/approvals/schema.ts'
import { declarations, verifications } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'

/**
 * Which of these applications due diligence has records of: holds, hits, requests, ratings, declarations and their
 * verifications. The database keeps them too (`on delete restrict`); only the end of the retention period erases them.
 */
export async function withRetainedRecords(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const asked = sql`any(${sql.param(ids)}::uuid[])`
  const ofApplications = sql.join(
    [retentionHolds, hits, approvals, riskRatings, declarations, verifications].map(
      (table) => sql`select application_id as id from ${table} where application_id = ${asked}`,
    ),
    sql` union `,
  )
  const { rows } = await tx.execute<{ id: string }>(ofApplications)
  return new Set(rows.map(({ id }) => id))
}

/** Refuses to delete what must be retained. @throws DomainError the given one */
export async function refuseRetained(
  tx: Transaction,
  ids: readonly string[],
  error: () => DomainError,
): Promise<void> {
  if ((await withRetainedRecords(tx, ids)).size > 0) throw error()
}

/**
 * Ends the screening of staff who are deleted. The database refuses to delete an account that is still screened.
 *
 * @throws DomainError conflict where one is or was similar to a listed person
 */
export async function endScreeningOf(tx: Transaction, userIds: readonly string[]): Promise<void> {
  const subjects = await tx
    .select({ id: screeningSubjects.id })
    .from(screeningSubjects)
    .where(inArray(screeningSubjects.userId, [...userIds]))
    .for('update')
  const ids = subjects.map(({ id }) => id)
  for (const table of [hits, approvals])
    if ((await tx.$count(table, inArray(table.subjectId, ids))) > 0) throw cannotBeDeleted()
  await tx.delete(screeningSubjects).where(inArray(screeningSubjects.id, ids))
}

/** The refusal does not say why, against tipping off (FICA, section 29). */
export function cannotBeDeleted(): DomainError {
  return new DomainError('conflict', 'This account can’t be deleted. Compliance can help.')
}

/**
 * Erases an application's records of due diligence, at the end of its retention period. The database refuses while a
 * hold is in force.
 */
export async function eraseRetainedRecords(tx: Transaction, applicationId: string, now: Date): Promise<void> {
  await tx.execute(sql`select erase_retained_records(${applicationId}, ${dayOf(now)})`)
}
