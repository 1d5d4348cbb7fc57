import { and, asc, eq, sql } from 'drizzle-orm'
import type { Doer } from '#features/access/server/actor.ts'
import { sendMails } from '#features/applications/server/record/delayed-mails.ts'
import { bulkActRows, type bulkActs } from '#features/review/schema/bulk-schema.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  notifySuccessor,
  notifyPreviousManagers,
  type HandedOver,
} from '#features/accounts/server/client-assignment.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/**
 * Notifies managers once of all clients that a bulk action gave them or took from them, in the transaction that ends
 * it.
 */
export async function notifyManagersOf(
  work: TransactionContext<Doer>,
  { id, act }: typeof bulkActs.$inferSelect,
): Promise<void> {
  if (act.name !== 'assign') return
  const { tx } = work
  const moved = await tx
    .select({
      applicationId: bulkActRows.applicationId,
      before: bulkActRows.managerBefore,
      name: sql<string>`coalesce(${applicationSummaries.fullName}, ${applicationSummaries.emailAddress})`,
    })
    .from(bulkActRows)
    .innerJoin(applicationSummaries, eq(applicationSummaries.applicationId, bulkActRows.applicationId))
    .where(and(eq(bulkActRows.bulkActId, id), eq(bulkActRows.outcome, 'done')))
    .orderBy(asc(bulkActRows.position))
  const [to] = await tx.select().from(users).where(eq(users.id, act.wealthManagerId))
  if (to === undefined || moved.length === 0) return
  // The bulk action was delayed before it started, so its mails are not.
  const hold = sendMails(work)
  await notifySuccessor(work, to, { handed: handed(moved), hold })
  const theirs = [...Map.groupBy(moved, ({ before }) => before)]
  const moves = theirs.map(([from, clients]) => ({ from, handed: handed(clients) }))
  await notifyPreviousManagers(work, to, { moves, hold })
}

function handed(moved: readonly { applicationId: string; name: string }[]): HandedOver {
  return {
    count: moved.length,
    clientName: moved.length === 1 ? (moved[0]?.name ?? null) : null,
    applicationIds: moved.map(({ applicationId }) => applicationId),
  }
}
