import { and, eq, gt } from 'drizzle-orm'
import type { WaitingAddress } from '#features/accounts/api/account.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { sendMails } from '#features/applications/server/record/delayed-mails.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { consumeProof, proveOwner, readProof, type ProofPurpose } from '#features/sign-in/server/own-proof.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import type { GeneratedPassword } from '#features/sign-in/server/temporary-passwords.ts'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import { signedOut } from '#base/server/domain-error.ts'
import { users } from '#features/access/schema/tables.ts'
import { addressChanges } from '#features/access/schema/sign-in-schema.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
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

interface AddressRequest {
  email: string
  currentPassword?: string | undefined
  proof?: GivenProof | undefined
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
  { email, currentPassword, proof: given }: AddressRequest,
  answer: (tx: Transaction, waiting: WaitingAddress) => Promise<Answer>,
): Promise<Answer> {
  const proof = await proveOwner(
    act,
    readProof({ proof: given, password: currentPassword }, 'currentPassword'),
    changeOfAddress(act),
  )
  await countAddress(act, act.actor.userId)
  return inTransaction(act, async (work) => {
    const account = await lockOwnAccount(work.tx, work.actor)
    if (!(await consumeProof(work, account, proof))) throw signedOut()
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
export async function countAddress({ context, actor }: CommandContext, userId: string): Promise<void> {
  await countWithin(context, ['addressChangeMail', `${actor.userId} ${userId}`, TOO_MANY_ADDRESSES])
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
function changeOfAddress(act: CommandContext): ProofPurpose {
  return {
    limit: 'secondFactorChange',
    tooMany: TOO_MANY_PASSWORDS,
    field: 'currentPassword',
    recordFailure: (reason) =>
      recordFailure(autocommit(act), 'user.address-change-failed', act.actor.userId, { reason }),
  }
}
