import { and, eq } from 'drizzle-orm'
import { maskAddress } from '#features/sign-in/rules/address-change.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import { endOtherSessions } from '#features/sign-in/server/sessions.ts'
import { withdrawTemporaryPasswords } from '#features/sign-in/server/temporary-passwords.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { addressChanges } from '#features/access/schema/sign-in-schema.ts'
import { hashMailedCode } from '#base/server/encryption/secret-token.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { UserRow } from './account-guards.ts'
import { removeUnconfirmedAccount } from './unconfirmed.ts'
import { usernameTaken } from './wealth-manager.ts'

const TOO_MANY_LINKS = 'Too many wrong links or codes.'
const WRONG_LINK =
  'This link can’t change the address of this account. It has expired, was cancelled or replaced, or is for another account.'
const NOTHING_TO_STOP =
  'There is no change left to stop: it was completed, cancelled or has expired. If you didn’t ask for a change, please contact us.'

/**
 * Replaces an account's address by the mailed link, only in a session of that account, so it takes the mailbox and the
 * password (as `confirmAddress`). All sessions end, and temporary passwords mailed to the previous address become
 * invalid.
 *
 * @returns the address
 * @throws DomainError invalid (400) for a link of another account or an expired one, conflict (409) where the address
 * has been taken meanwhile, throttled (429), signed-out (401) where the session has ended meanwhile
 */
export async function confirmEmailChange(act: CommandContext, token: string): Promise<string> {
  const { context, actor } = act
  return attemptWithin(context, ['addressChange', actor.userId, TOO_MANY_LINKS], () =>
    inTransaction(act, (work) => changeAddress(work, hashMailedCode(token))),
  )
}

async function changeAddress(work: TransactionContext, confirmHash: Buffer): Promise<string> {
  const { tx, actor, now } = work
  const { userId } = actor
  const account = await lockOwnAccount(tx, actor)
  const [change] = await tx
    .select()
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, userId), eq(addressChanges.confirmHash, confirmHash)))
  if (change === undefined || now >= change.expiresAt) throw refusedAt('token', WRONG_LINK)
  const { email } = change
  await applyAddress(work, account, email, account.role === 'client' ? 'client' : 'owner')
  await withdrawTemporaryPasswords(tx, userId)
  await endOtherSessions(tx, userId, null)
  const { username, fullName } = account
  const data = { fullName, newAddress: maskAddress(email), at: now }
  await queueMail(work, { template: 'address-changed', recipient: username, data })
  return email
}

/** Sets the address, and removes an unconfirmed account that has it. */
export async function applyAddress(
  work: TransactionContext,
  { id }: Pick<UserRow, 'id'>,
  email: string,
  by: 'client' | 'owner' | 'staff',
): Promise<void> {
  const { tx } = work
  await refuseTaken(tx, email)
  await removeUnconfirmedAccount(work, email)
  await tx.delete(addressChanges).where(eq(addressChanges.userId, id))
  await tx.update(users).set({ username: email }).where(eq(users.id, id))
  await record(work, 'user.address-changed', id, { by })
}

/** Only a confirmed account blocks an address. */
export async function refuseTaken(tx: Transaction, email: string): Promise<void> {
  const [holder] = await tx.select().from(users).where(eq(users.username, email))
  const makesWay = holder?.role === 'client' && holder.invited && holder.passwordHash !== null
  if (holder !== undefined && (!makesWay || holder.deactivatedAt !== null)) throw usernameTaken('email')
}

/**
 * Cancels a change of address by the link that was mailed to the current address, without a session.
 *
 * @throws DomainError invalid (400) where there is nothing to cancel any more
 */
export async function cancelEmailChange(act: CommandContext<Doer | null>, token: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const [stopped] = await work.tx
      .delete(addressChanges)
      .where(eq(addressChanges.stopHash, hashMailedCode(token)))
      .returning({ userId: addressChanges.userId })
    if (stopped === undefined) throw refusedAt('token', NOTHING_TO_STOP)
    await record(work, 'user.address-change-stopped', stopped.userId, { by: 'link' })
  })
}
