import { and, eq, inArray, isNull } from 'drizzle-orm'
import { approvalKindNames, isAboutHit, type WithdrawalReason } from '#domain/due-diligence/approvals.ts'
import { approvals } from '#server/platform/db/due-diligence-schema.ts'
import type { Doer } from '#server/shared/actor.ts'
import { record } from '#server/shared/audit/record.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'

/** Withdraws the open request about a hit, in the transaction that changes the hit: no one decides on what was. */
export async function withdrawRequest(
  work: TransactionContext<Doer | null, never>,
  hitId: string,
  because: WithdrawalReason,
): Promise<void> {
  const open = and(
    inArray(approvals.kind, approvalKindNames.filter(isAboutHit)),
    eq(approvals.object, hitId),
    isNull(approvals.decision),
  )
  const withdrawn = await work.tx
    .update(approvals)
    .set({ decision: 'lapsed', decidedAt: work.now, withdrawnBecause: because })
    .where(open)
    .returning({ id: approvals.id, kind: approvals.kind })
  for (const { id, kind } of withdrawn) await record(work, 'approval.withdrawn', id, { kind, because })
}
