import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { WithdrawalReason } from '#features/approvals/rules/approvals.ts'
import { notifyStaff } from '#features/notes/server/notifications/notify-staff.ts'
import { approvals } from '#features/approvals/schema.ts'
import { notifications } from '#features/notes/schema/notification-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

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
    .returning()
  for (const request of withdrawn) {
    await record(work, 'approval.withdrawn', request.id, { kind: request.kind, because })
    await notifyAsker(work, request)
  }
}

/** Notifies the admin who asked: once for all requests about a person that one change withdraws. */
async function notifyAsker(
  work: TransactionContext<Doer | null, never>,
  { askedBy, applicationId }: typeof approvals.$inferSelect,
): Promise<void> {
  const { tx, now } = work
  const kind = 'approval-withdrawn'
  const known = tx
    .select({ one: sql`1` })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, askedBy),
        eq(notifications.kind, kind),
        eq(notifications.at, now),
        sql`${notifications.applicationId} is not distinct from ${applicationId}::uuid`,
      ),
    )
  const found = await tx
    .select({ username: users.username })
    .from(users)
    .where(
      and(eq(users.id, askedBy), eq(users.role, 'admin'), isNull(users.complianceSince), notExists(known)),
    )
  const recipients = found.map(({ username }) => username)
  await notifyStaff(work, { kind, recipients, applicationId })
}
