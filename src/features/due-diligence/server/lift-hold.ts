import { and, eq } from 'drizzle-orm'
import { askApproval } from '#features/approvals/server/decide-approval.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import { notFound } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { endHold, isOfMatch, lockForHold } from './retention-holds.ts'

/**
 * Lifts a hold, or asks a second person to lift the one that a confirmed match made. Repeats change nothing.
 *
 * @throws DomainError not-found for a hold that is missing, of another client, or out of scope
 */
export async function liftHold(
  act: CommandContext,
  { id: applicationId, holdId: id }: { id: string; holdId: string },
  words: string,
): Promise<void> {
  await inTransaction(act, async (work) => {
    await lockForHold(work, applicationId)
    const { tx, actor } = work
    const [row] = await tx
      .select()
      .from(retentionHolds)
      .where(and(eq(retentionHolds.id, id), eq(retentionHolds.applicationId, applicationId)))
    if (row === undefined) throw notFound()
    if (!isOfMatch(row)) await endHold(work, id, { by: actor.userId, words })
    else if (row.liftedAt === null)
      await askApproval(work, { kind: 'hold-lifted', object: id, applicationId, words })
  })
}
