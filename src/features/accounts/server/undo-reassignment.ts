import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#base/server/db/database.ts'
import type { PendingAction } from '#features/applications/schema/pending-actions-schema.ts'
import { notifications } from '#features/notes/schema/notification-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { requirePermission } from '#features/access/server/permission.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { moveClients } from './client-assignment.ts'

/**
 * Undoes a reassignment whose mails have not been sent, and deletes its notifications.
 *
 * @returns false where a client has another manager by now, or the previous manager is not available any more
 * @throws DomainError forbidden for a user who may not reassign any more
 */
export async function undoReassignment(
  work: TransactionContext,
  _: string,
  { from, to, clients, at }: Extract<PendingAction, { kind: 'clients-moved' }>,
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
    const filters = [eq(userId, to), eq(kind, 'clients-assigned'), eq(notifications.at, new Date(at))]
    await tx.delete(notifications).where(and(...filters))
  }
  return true
}

/**
 * Whether the previous manager is in the same state as then. A simultaneous change of their account waits for the lock.
 */
async function isAsThen(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share')
  if (user?.role !== 'wealth_manager') return false
  // A manager deactivated before the reassignment is restored: the clients are shown as unassigned.
  return user.deactivatedAt === null || user.deactivatedAt < at
}
