import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { askApproval } from '#features/approvals/server/decide-approval.ts'
import { approvals } from '#features/approvals/schema.ts'
import { lockAsStaff } from '#features/due-diligence/server/write-task.ts'
import { hasCarriedMatch, requireDecidedHits, saveDropped } from '#features/screening/server/drop-name.ts'
import { lockStaffSubject } from '#features/screening/server/staff-subject.ts'
import { decryptSubject, type Owner, type Subject } from '#features/screening/server/subjects.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import { newId } from '#base/server/db/id.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

type Drop = ParsedInput<'PUT /api/admin/screened-people/{id}/dropped-name'>['body']

/**
 * Takes a former spelling out of the comparison: a typing error. A second person decides where a match of this person
 * was ever confirmed. Repeats change nothing.
 *
 * @returns whose person it is
 * @throws DomainError not-found; conflict (409): `changed` for what is no former spelling, `not-possible` while a
 * possible match is undecided
 */
export async function askToDropName(act: CommandContext, id: string, { name, words }: Drop): Promise<Owner> {
  return inTransaction(act, async (work) => {
    const { actor, now } = work
    const subject = await lockSubject(work, id)
    const { applicationId, userId, facts } = subject
    const owner = applicationId === null ? { userId: userId ?? '' } : { applicationId }
    const known = (facts.dropped ?? []).filter((one) => one.name === name)
    if (known.some(({ droppedAt }) => droppedAt !== null)) return owner
    if (facts.former?.includes(name) !== true)
      throw new DomainError('conflict', 'This is no former spelling.', { code: 'changed' })
    if (
      await isAsked(
        work,
        known.map((one) => one.id),
      )
    )
      return owner
    await requireDecidedHits(work, id)
    const needsSecond = await hasCarriedMatch(work, id)
    const entry = { id: newId(), name, words, by: actor.userId }
    await saveDropped(work, subject, { ...entry, droppedAt: needsSecond ? null : now.toISOString() })
    if (needsSecond)
      await askApproval(work, {
        kind: 'name-dropped',
        object: entry.id,
        applicationId,
        subjectId: id,
        words: `${name}: typing error. ${words}`,
      })
    return owner
  })
}

/** Whom it is about is locked first, as decisions do. */
async function lockSubject(work: TransactionContext, id: string): Promise<Subject> {
  const { tx, context } = work
  const [found] = await tx.select().from(screeningSubjects).where(eq(screeningSubjects.id, id))
  if (found === undefined) throw notFound()
  if (found.applicationId === null) await lockStaffSubject(work, id)
  else await lockAsStaff(work, found.applicationId, 'compliance.work')
  const [row] = await tx.select().from(screeningSubjects).where(eq(screeningSubjects.id, id)).for('update')
  if (row === undefined) throw notFound()
  return decryptSubject(context.keyring, row)
}

async function isAsked({ tx, now }: TransactionContext, entries: readonly string[]): Promise<boolean> {
  const open = and(
    inArray(approvals.object, [...entries]),
    isNull(approvals.decision),
    gt(approvals.lapsesAt, now),
  )
  return (await tx.$count(approvals, open)) > 0
}
