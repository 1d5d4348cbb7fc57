import { and, eq, isNull } from 'drizzle-orm'
import type { WithdrawalReason } from '#domain/due-diligence/approvals.ts'
import { approvals } from '#server/platform/db/due-diligence-schema.ts'
import type { Doer } from '#server/shared/actor.ts'
import { record } from '#server/shared/audit/record.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'

/** Withdraws the open request about a hit or a rating, in the transaction of the change: no one decides on what was. */
export async function withdrawRequest(
  work: TransactionContext<Doer | null, never>,
  object: string,
  because: WithdrawalReason,
): Promise<void> {
  const withdrawn = await work.tx
    .update(approvals)
    .set({ decision: 'lapsed', decidedAt: work.now, withdrawnBecause: because })
    .where(and(eq(approvals.object, object), isNull(approvals.decision)))
    .returning({ id: approvals.id, kind: approvals.kind })
  for (const { id, kind } of withdrawn) await record(work, 'approval.withdrawn', id, { kind, because })
}
