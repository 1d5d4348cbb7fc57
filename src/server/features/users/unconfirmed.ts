import { and, eq, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { AuditDetails } from '#domain/audit/events.ts'
import type { Doer } from '#server/shared/actor.ts'
import type { Context } from '#server/shared/context.ts'
import { users } from '#server/platform/db/schema.ts'
import { addressConfirmations } from '#server/platform/db/sign-in-schema.ts'
import { systemContext, inTransaction, type TransactionContext } from '#server/shared/command-context.ts'
import { removeAccount } from './delete-account.ts'

/** Somebody removes an account, or the server by itself. */
type Removing = Omit<TransactionContext<Doer | null>, 'context'>

/**
 * Removes the client who registered an address that nobody has confirmed, so that somebody can be invited under it: the
 * account holds nothing but a password, and whoever chose that has not shown that the address is theirs.
 */
export async function removeUnconfirmedAccount(work: Removing, username: string): Promise<void> {
  await removeUnconfirmed(work, eq(users.username, username), 'invited')
}

/**
 * Removes everybody who registered and did not confirm their address in time, so that nobody holds an address which is
 * another's. Whom an administrator has deactivated stays: the address is closed on purpose.
 */
export async function lapseRegistrations(context: Pick<Context, 'database' | 'now' | 'log'>): Promise<void> {
  const act = systemContext(context)
  const late = await context.database.db
    .select({ userId: addressConfirmations.userId })
    .from(addressConfirmations)
    .where(lte(addressConfirmations.expiresAt, act.now))
  for (const { userId } of late) {
    try {
      await inTransaction(act, (work) => removeUnconfirmed(work, eq(users.id, userId), 'not-confirmed'))
    } catch (error) {
      // The others go all the same, and the next run tries again.
      context.log.error(
        { err: error, user: userId },
        'a registration that nobody confirmed could not be removed',
      )
    }
  }
}

async function removeUnconfirmed(
  work: Removing,
  which: SQL,
  why: AuditDetails['user.deleted']['why'],
): Promise<void> {
  // Behind the lock that a confirmation takes too: the one that comes second finds what the first has left.
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
  if (user !== undefined) await removeAccount(work, user, why)
}
