import { and, eq, gt } from 'drizzle-orm'
import type { WaitingAddress } from '#domain/api/account.ts'
import { sendMails } from '#server/shared/application-record/delayed-mails.ts'
import { record, recordFailure } from '#server/shared/audit/record.ts'
import { lockOwnAccount } from '#server/features/auth/locked-account.ts'
import { refusedAt } from '#server/features/auth/password-rules.ts'
import { isPassword, DUMMY_HASH } from '#server/features/auth/passwords.ts'
import { passwordHashOf } from '#server/features/auth/user-passwords.ts'
import type { GeneratedPassword } from '#server/features/auth/temporary-passwords.ts'
import type { Context } from '#server/shared/context.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema.ts'
import { addressChanges } from '#server/platform/db/sign-in-schema.ts'
import { attemptWithin, countWithin } from '#server/shared/throttling/throttle.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { mailBothAddresses, refuseClosed } from './correct-client.ts'
import type { UserRow } from './account-guards.ts'
import { inviteAgain, isAwaited } from './renew-invitation.ts'
import { refuseTaken, applyAddress } from './confirm-email-change.ts'

const TOO_MANY_ADDRESSES = 'This account’s address has been changed too often today.'
const TOO_MANY_PASSWORDS = 'Too many wrong passwords.'

/** Changes the name of the actor's own account. Idempotent. */
export async function changeOwnName(act: CommandContext, fullName: string): Promise<void> {
  await inTransaction(act, async (work) => {
    await renameStaff(work, await lockOwnAccount(work.tx, work.actor), { fullName, by: 'owner' })
  })
}

/** Changes the name of a locked staff account. */
export async function renameStaff(
  work: TransactionContext,
  user: Pick<UserRow, 'id' | 'fullName'>,
  { fullName, by }: { fullName: string; by: 'owner' | 'administrator' },
): Promise<void> {
  if (fullName === user.fullName) return
  await work.tx.update(users).set({ fullName }).where(eq(users.id, user.id))
  await record(work, 'user.renamed', user.id, { by })
}

/** The pending address of an account; null where there is none. */
export async function waitingAddressOf(
  db: Queries,
  userId: string,
  now: Date,
): Promise<WaitingAddress | null> {
  const [found] = await db
    .select({ email: addressChanges.email, expiresAt: addressChanges.expiresAt })
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, userId), gt(addressChanges.expiresAt, now)))
  return found === undefined ? null : { email: found.email, expiresAt: found.expiresAt.toISOString() }
}

/**
 * Requests a new address for the actor's own account. It counts once its link was opened; the current address is
 * notified, and can cancel it.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError invalid (400) at `currentPassword`, or at `email` for the current address; conflict (409) where
 * the address has an account; throttled (429); signed-out (401) where the session has ended meanwhile
 */
export async function requestOwnAddress<Answer>(
  act: CommandContext,
  { email, currentPassword }: { email: string; currentPassword: string },
  answer: (tx: Transaction, waiting: WaitingAddress) => Promise<Answer>,
): Promise<Answer> {
  await provePassword(act, currentPassword)
  await countAddress(act, act.actor.userId)
  return inTransaction(act, async (work) => {
    const account = await lockOwnAccount(work.tx, work.actor)
    await refuseAddress(work.tx, account, email)
    const { expiresAt } = await mailBothAddresses(work, account, { email, hold: sendMails(work) })
    return answer(work.tx, { email, expiresAt: expiresAt.toISOString() })
  })
}

/** Withdraws the pending address. Without one, nothing changes and nothing is recorded. */
export async function withdrawOwnAddress(act: CommandContext): Promise<void> {
  await inTransaction(act, async (work) => {
    const { id } = await lockOwnAccount(work.tx, work.actor)
    const gone = await work.tx
      .delete(addressChanges)
      .where(eq(addressChanges.userId, id))
      .returning({ userId: addressChanges.userId })
    if (gone.length > 0) await record(work, 'user.address-change-stopped', id, { by: 'owner' })
  })
}

/** Counts a new address against its limit, before the transaction that sets it. */
export function countAddress({ context, actor }: CommandContext, userId: string): Promise<void> {
  return countWithin(context, ['addressChangeMail', `${actor.userId} ${userId}`, TOO_MANY_ADDRESSES])
}

/**
 * Sets the address of a locked staff account, by a system administrator. It counts once its owner has confirmed it; for
 * one who has never signed in at once, and the invitation is sent there. Repetition sends no second mail.
 */
export async function giveStaffAddress(
  work: TransactionContext,
  user: UserRow,
  { email, drawn }: { email: string; drawn: GeneratedPassword },
): Promise<void> {
  if (email === user.username) return
  refuseClosed(user)
  await refuseTaken(work.tx, email)
  if (isAwaited(user)) {
    await applyAddress(work, user, email, 'staff')
    await inviteAgain(work, { ...user, username: email }, drawn)
  } else if ((await waitingAddressOf(work.tx, user.id, work.now))?.email !== email) {
    await mailBothAddresses(work, user, { email, hold: sendMails(work) })
  }
}

async function refuseAddress(
  tx: Transaction,
  { username }: Pick<UserRow, 'username'>,
  email: string,
): Promise<void> {
  if (username === email) throw refusedAt('email', 'This is already your address.')
  await refuseTaken(tx, email)
}

/** An unattended browser must not suffice to move an account to another mailbox. */
async function provePassword(act: CommandContext, password: string): Promise<void> {
  const { context, actor } = act
  await attemptWithin(context, ['secondFactorChange', actor.userId, TOO_MANY_PASSWORDS], async () => {
    if (await isOwnPassword(context, actor.userId, password)) return
    await recordFailure(autocommit(act), 'user.address-change-failed', actor.userId, {
      reason: 'wrong-password',
    })
    throw refusedAt('currentPassword', 'That password is incorrect')
  })
}

async function isOwnPassword({ database }: Context, userId: string, password: string): Promise<boolean> {
  return isPassword(password, (await passwordHashOf(database.db, userId)) ?? DUMMY_HASH)
}
