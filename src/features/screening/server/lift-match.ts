import { decrypt, encryptJson } from '#base/server/db/encrypted-columns.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { approvals } from '#features/approvals/schema.ts'
import type { LiftReason } from '#features/approvals/rules/approvals.ts'
import { onceLifted } from '#features/screening/rules/hits.ts'
import { hits, listEditions, listEntries, screeningSubjects } from '#features/screening/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/** Lifts a confirmed match once the second person has granted it. @throws DomainError as {@link requireLiftable} */
export async function liftMatch(
  work: TransactionContext,
  { id: approvalId, object: id, lift, askedBy, askedWords }: typeof approvals.$inferSelect,
): Promise<void> {
  const { tx, context, actor, now } = work
  const [hit] = await tx.select().from(hits).where(eq(hits.id, id)).for('update')
  if (hit === undefined || lift === null) throw notFound()
  await requireLiftable(work, hit, lift)
  const words = decrypt(context.keyring, approvals.askedWords, approvalId, askedWords)
  await tx
    .update(hits)
    .set({
      ...onceLifted[lift],
      notFoundBecause: null,
      reason: null,
      words: encryptJson(context.keyring, hits.words, id, words),
      decidedBy: askedBy,
      decidedAt: now,
      secondBy: actor.userId,
    })
    .where(eq(hits.id, id))
  await record(work, 'hit.lifted', id, { source: hit.source, reason: lift, state: onceLifted[lift].state })
}

/** @throws DomainError conflict (409) where the records do not carry the reason: still on the list, still compared */
export async function requireLiftable(
  { tx }: Pick<TransactionContext, 'tx'>,
  { source, uid, subjectId }: typeof hits.$inferSelect,
  reason: LiftReason,
): Promise<void> {
  if (reason === 'delisted') {
    const listed = await tx
      .select({ id: listEntries.id })
      .from(listEntries)
      .innerJoin(listEditions, eq(listEditions.id, listEntries.fromEdition))
      .where(
        and(
          eq(listEntries.source, source),
          eq(listEntries.uid, uid),
          isNull(listEntries.toEdition),
          isNotNull(listEditions.inForceAt),
        ),
      )
    if (listed.length > 0)
      throw notLiftable(
        'The entry is still on the list in use. Load the newer list under Sanctions lists first.',
      )
  }
  if (reason === 'left') {
    const [subject] = await tx
      .select({ fingerprint: screeningSubjects.fingerprint })
      .from(screeningSubjects)
      .where(eq(screeningSubjects.id, subjectId))
    if (subject?.fingerprint !== '') throw notLiftable('This person is still compared with lists.')
  }
}

function notLiftable(message: string): DomainError {
  return new DomainError('conflict', message, { code: 'not-possible' })
}
