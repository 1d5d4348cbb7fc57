import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { approvals } from '#features/approvals/schema.ts'
import type { DroppedName } from '#features/screening/rules/subjects.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { decryptSubject, ofOwner, type Owner, type Subject } from './subjects.ts'

/** Stores that a former spelling is dropped, or to be dropped; the next comparison leaves out a dropped one. */
export async function saveDropped(
  work: TransactionContext,
  { id, facts }: Pick<Subject, 'id' | 'facts'>,
  entry: DroppedName,
): Promise<void> {
  const { tx, context } = work
  const dropped = [...(facts.dropped ?? []).filter((one) => one.id !== entry.id), entry]
  await tx
    .update(screeningSubjects)
    .set({
      facts: encryptJson(context.keyring, screeningSubjects.facts, id, { ...facts, dropped }),
      ...(entry.droppedAt !== null && { basis: null }),
    })
    .where(eq(screeningSubjects.id, id))
  if (entry.droppedAt !== null) await record(work, 'screening.name-dropped', id, {})
}

/** Drops a former spelling once the second person has granted it. @throws DomainError as {@link requireDecidedHits} */
export async function dropGranted(work: TransactionContext, owner: Owner, entryId: string): Promise<void> {
  const { tx, context, now } = work
  const rows = await tx.select().from(screeningSubjects).where(ofOwner(owner)).for('update')
  for (const row of rows) {
    const subject = decryptSubject(context.keyring, row)
    const entry = subject.facts.dropped?.find(({ id }) => id === entryId)
    if (entry === undefined) continue
    await requireDecidedHits(work, row.id)
    await saveDropped(work, subject, { ...entry, droppedAt: now.toISOString() })
  }
}

/** @throws DomainError not-possible (409) while a possible match, which the spelling may carry, is undecided */
export async function requireDecidedHits({ tx }: TransactionContext, subjectId: string): Promise<void> {
  const undecided = and(eq(hits.subjectId, subjectId), inArray(hits.state, ['open', 'waiting']))
  if ((await tx.$count(hits, undecided)) === 0) return
  throw new DomainError('conflict', 'Please decide on the possible matches of this person first.', {
    code: 'not-possible',
  })
}

/** Whether two people have confirmed a match of this person, ever. */
export async function hasCarriedMatch({ tx }: TransactionContext, subjectId: string): Promise<boolean> {
  const theirs = tx.select({ id: hits.id }).from(hits).where(eq(hits.subjectId, subjectId))
  const confirmed = and(
    eq(approvals.kind, 'hit-match'),
    eq(approvals.decision, 'granted'),
    inArray(approvals.object, theirs),
  )
  return (await tx.$count(approvals, confirmed)) > 0
}
