import { and, eq, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { AuditDetails } from '#features/audit/rules/events.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { addressConfirmations } from '#features/access/schema/sign-in-schema.ts'
import {
  systemContext,
  inTransaction,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { removeAccount } from './delete-account.ts'
import { withRetainedRecords } from './retained-records.ts'

/** The context of a deletion, by a user or a job. */
type Removing = Omit<TransactionContext<Doer | null>, 'context'>

/**
 * Deletes an unconfirmed account, so that its address can be invited. It contains only a password, and its creator has
 * not shown that they own the address.
 */
export async function removeUnconfirmedAccount(work: Removing, username: string): Promise<void> {
  await removeUnconfirmed(work, eq(users.username, username), 'invited')
}

/**
 * Deletes accounts whose address was not confirmed in time, so that they do not block it. Those deactivated by an
 * administrator stay, since their address is blocked on purpose.
 */
export async function deleteUnconfirmedAccounts(
  context: Pick<Context, 'database' | 'now' | 'log'>,
): Promise<void> {
  const act = systemContext(context)
  const late = await context.database.db
    .select({ userId: addressConfirmations.userId })
    .from(addressConfirmations)
    .where(lte(addressConfirmations.expiresAt, act.now))
  for (const { userId } of late) {
    try {
      await inTransaction(act, (work) => removeUnconfirmed(work, eq(users.id, userId), 'not-confirmed'))
    } catch (error) {
      // The others continue, and the next run retries.
      context.log.error({ err: error, user: userId }, 'an unconfirmed account could not be deleted')
    }
  }
}

async function removeUnconfirmed(
  work: Removing,
  which: SQL,
  why: AuditDetails['user.deleted']['why'],
): Promise<void> {
  // The same lock as a confirmation takes, so that they run one after the other.
  const [user] = await work.tx
    .select()
    .from(users)
    .where(
      and(
        which,
        eq(users.role, 'client'),
        eq(users.invited, true),
        isNotNull(users.passwordHash),
        isNull(users.deactivatedAt),
      ),
    )
    .for('update')
  if (user === undefined) return
  const [application] = await work.tx
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.userId, user.id))
    .for('update')
  // It stays, and its address is taken.
  if (application && (await withRetainedRecords(work.tx, [application.id])).size > 0) return
  await removeAccount(work, user, why)
}
