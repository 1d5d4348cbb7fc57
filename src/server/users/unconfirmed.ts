import { and, eq, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { addressConfirmations } from '#server/db/sign-in-schema.ts'
import { removeAccount, type Removal } from './administration/delete-account.ts'

/**
 * Removes the client who registered an address that nobody has confirmed, so that somebody can be invited under it: the
 * account holds nothing but a password, and whoever chose that has not shown that the address is theirs.
 */
export async function makeWay(tx: Transaction, username: string, removal: Removal): Promise<void> {
  await removeUnconfirmed(tx, eq(users.username, username), removal)
}

/**
 * Removes everybody who registered and did not confirm their address in time, so that nobody holds an address which is
 * another's. Whom an administrator has deactivated stays: the address is closed on purpose.
 */
export async function lapseRegistrations({
  database: { db },
  now,
  log,
}: Pick<Context, 'database' | 'now' | 'log'>): Promise<void> {
  const moment = now()
  const late = await db
    .select({ userId: addressConfirmations.userId })
    .from(addressConfirmations)
    .where(lte(addressConfirmations.expiresAt, moment))
  const removal = { actor: null, ip: null, now: moment, why: 'not-confirmed' } as const
  for (const { userId } of late) {
    try {
      await db.transaction((tx) => removeUnconfirmed(tx, eq(users.id, userId), removal))
    } catch (error) {
      // The others go all the same, and the next run tries again.
      log.error({ err: error, user: userId }, 'a registration that nobody confirmed could not be removed')
    }
  }
}

async function removeUnconfirmed(tx: Transaction, which: SQL, removal: Removal): Promise<void> {
  // Behind the lock that a confirmation takes too: the one that comes second finds what the first has left.
  const [user] = await tx
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
  if (user !== undefined) await removeAccount(tx, user, removal)
}
