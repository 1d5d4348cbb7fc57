import { and, eq, isNull } from 'drizzle-orm'
import { record } from '#features/audit/server/record.ts'
import { bulkActRows, bulkActs } from '#features/review/schema/bulk-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { notFound, DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'

/**
 * Cancels a bulk action before it starts. Starting writes the same row, so it is either cancelled or performed.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found for another user's; conflict (409, `too-late`) once it has started
 */
export async function cancelBulkAction<Answer>(
  act: CommandContext,
  id: string,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const own = and(eq(bulkActs.id, id), eq(bulkActs.actorId, actor.userId))
    const [found] = await tx.select().from(bulkActs).where(own).for('update')
    if (found === undefined) throw notFound()
    if (found.calledOffAt !== null) return answer(tx)
    if (found.startedAt !== null || found.beginsAt <= now) {
      throw new DomainError('conflict', 'It’s too late to cancel: the action has started.', {
        code: 'too-late',
      })
    }
    await tx.update(bulkActs).set({ calledOffAt: now, endedAt: now }).where(own)
    await tx
      .update(bulkActRows)
      .set({ outcome: 'called-off', doneAt: now })
      .where(and(eq(bulkActRows.bulkActId, id), isNull(bulkActRows.outcome)))
    await record(work, 'applications.bulk-act-called-off', null, {
      act: found.act.name,
      bulkActId: id,
      applications: found.total,
    })
    return answer(tx)
  })
}
