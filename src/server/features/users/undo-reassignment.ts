import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/database.ts'
import type { HeldAct } from '#server/platform/db/pending-actions-schema.ts'
import { notifications } from '#server/platform/db/notification-schema.ts'
import { users } from '#server/platform/db/schema.ts'
import { requirePermission } from '#server/shared/permission.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'
import { moveClients } from './client-assignment.ts'

/**
 * Gives clients back to whoever had them before somebody gave them away a moment ago; managers have not been mailed yet, and
 * what they were told of in the application goes.
 *
 * @returns false where one of the clients has another manager by now, or the manager of before cannot have them any more
 * @throws DomainError forbidden for who gives no clients away any more
 */
export async function takeMoveBack(
  work: TransactionContext,
  _: string,
  { from, to, clients, at }: Extract<HeldAct, { kind: 'clients-moved' }>,
): Promise<boolean> {
  const { tx, actor } = work
  requirePermission(actor, 'clients.hand-over')
  if (from !== null && !(await isAsThen(tx, from, new Date(at)))) return false
  const back = {
    clients: inArray(users.id, clients),
    from: to,
    to: from === null ? null : { id: from },
  }
  const { count } = await moveClients(work, back)
  if (count !== clients.length) return false
  if (to !== null) {
    const { userId, kind } = notifications
    const told = [eq(userId, to), eq(kind, 'clients-assigned'), eq(notifications.at, new Date(at))]
    await tx.delete(notifications).where(and(...told))
  }
  return true
}

/** Whether somebody can have clients as they had them then. Whoever goes meanwhile waits, or is found to be gone. */
async function isAsThen(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share')
  if (user?.role !== 'wealth_manager') return false
  // Whose account was deactivated with clients before is put back as that was: they are shown as unassigned.
  return user.deactivatedAt === null || user.deactivatedAt < at
}
