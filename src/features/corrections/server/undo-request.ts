import { and, eq, sql } from 'drizzle-orm'
import { lockForReview } from '#features/applications/server/record/lock-for-review.ts'
import { record } from '#features/audit/server/record.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import type { PendingAction } from '#features/applications/schema/pending-actions-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

type ActionOf<Kind extends PendingAction['kind']> = Extract<PendingAction, { kind: Kind }>

/**
 * Undoes a correction request: it becomes the draft request again, and the request that it closed is open again.
 *
 * @returns false where the application was changed since
 */
export async function undoRequest(
  work: TransactionContext,
  id: string,
  { roundId, closedId, from, version, before }: ActionOf<'corrections-asked'>,
): Promise<boolean> {
  const { tx, actor, now } = work
  const application = await lockForReview(tx, id, { actor, action: 'correction.ask' })
  // There can be only one draft request, and another one may have been started.
  const drafts = and(eq(correctionRounds.applicationId, id), eq(correctionRounds.state, 'draft'))
  if (application.version !== version || (await tx.$count(correctionRounds, drafts)) > 0) return false
  await tx
    .update(correctionRounds)
    .set({ state: 'draft', number: null, askedAt: null, dueOn: null })
    .where(eq(correctionRounds.id, roundId))
  await tx.update(correctionItems).set({ before: null }).where(eq(correctionItems.roundId, roundId))
  if (closedId !== null) {
    // One that was not answered is the client's own, which they had not sent.
    const [earlier] = await tx
      .update(correctionRounds)
      .set({
        state: sql`case when ${correctionRounds.answeredAt} is null then 'asked' else 'answered' end`,
        closedAt: null,
      })
      .where(eq(correctionRounds.id, closedId))
      .returning({ state: correctionRounds.state })
    if (earlier?.state === 'asked')
      await tx.update(correctionItems).set({ after: null }).where(eq(correctionItems.roundId, closedId))
  }
  const statusChangedAt = new Date(before.statusChangedAt)
  await tx
    .update(applications)
    .set({ status: from, statusChangedAt, version: version + 1, updatedAt: now })
    .where(eq(applications.id, id))
  await record(work, 'correction.taken-back', id, { act: 'asked' })
  if (application.status !== from) {
    const step = { action: 'undo', from: application.status, to: from } as const
    await record(work, 'application.status-changed', id, step)
  }
  return true
}

/**
 * Undoes the withdrawal of a request: it waits for the client again.
 *
 * @returns false where the application was changed since
 */
export async function undoWithdrawal(
  work: TransactionContext,
  id: string,
  { roundId, version }: ActionOf<'corrections-withdrawn'>,
): Promise<boolean> {
  const { tx, actor, now } = work
  const application = await lockForReview(tx, id, { actor, action: 'correction.ask' })
  if (application.version !== version) return false
  await tx
    .update(correctionRounds)
    .set({ state: 'asked', closedAt: null })
    .where(eq(correctionRounds.id, roundId))
  await tx.update(correctionItems).set({ after: null }).where(eq(correctionItems.roundId, roundId))
  await tx
    .update(applications)
    .set({ version: version + 1, updatedAt: now })
    .where(eq(applications.id, id))
  await record(work, 'correction.taken-back', id, { act: 'withdrawn' })
  return true
}
