import { and, eq } from 'drizzle-orm'
import { CONFIRMED_WITHIN_MS } from '#features/sign-in/rules/address-confirmation.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { addressConfirmations } from '#features/access/schema/sign-in-schema.ts'
import { hashMailedCode, newMailedCode } from '#base/server/encryption/secret-token.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { attemptWithin, countWithin } from '#base/server/throttling/throttle.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

const TOO_MANY_LINKS = 'Too many wrong links or codes.'
const TOO_MANY_MAILS =
  'We’ve already sent the email several times. Please check your inbox and your spam folder.'
const WRONG_LINK =
  'This link doesn’t confirm the address of this account. Please open the link in the newest email, or sign in with the account it is for.'
const LATE_LINK =
  'This link has expired, and the account is being removed. Please create it again in a few minutes.'

/** A user who has just registered. */
interface Registered {
  userId: string
  username: string
  /** Becomes the account's name when the address is confirmed. */
  fullName: string | null
}

/** Marks an account as unconfirmed, and mails the confirmation link. */
export async function requireEmailConfirmation(
  work: TransactionContext<Actor | null>,
  { userId, username, fullName }: Registered,
): Promise<void> {
  const { tx, now } = work
  const token = newMailedCode()
  const expiresAt = new Date(now.getTime() + CONFIRMED_WITHIN_MS)
  await tx.update(users).set({ invited: true }).where(eq(users.id, userId))
  await tx
    .insert(addressConfirmations)
    .values({ userId, tokenHash: hashMailedCode(token), fullName, expiresAt })
  await mailLink(work, { username, token, expiresAt })
}

interface Link {
  username: string
  token: string
  expiresAt: Date
}

async function mailLink(work: TransactionContext<Actor | null>, { username, ...data }: Link): Promise<void> {
  await queueMail(work, { template: 'address-confirmation', recipient: username, data })
}

/**
 * Mails a new confirmation link, which replaces the previous one. The deadline stays.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError throttled (429), conflict (409) where the address is confirmed, signed-out (401) where the
 * session has ended meanwhile
 */
export async function mailConfirmationAgain<Answer>(
  act: CommandContext,
  answer: (tx: Transaction, token: string) => Promise<Answer>,
): Promise<Answer> {
  const { userId, username } = act.actor
  await countWithin(act.context, ['confirmationMail', userId, TOO_MANY_MAILS])
  const token = newMailedCode()
  return inTransaction(act, async (work) => {
    const { tx, actor } = work
    await lockOwnAccount(tx, actor)
    const [renewed] = await tx
      .update(addressConfirmations)
      .set({ tokenHash: hashMailedCode(token) })
      .where(eq(addressConfirmations.userId, userId))
      .returning({ expiresAt: addressConfirmations.expiresAt })
    if (renewed === undefined)
      throw new DomainError('conflict', 'Your email address is already confirmed. Please reload the page.')
    await mailLink(work, { username, token, ...renewed })
    await record(work, 'user.confirmation-mailed', userId, {})
    return answer(tx, token)
  })
}

/**
 * Confirms a user's address by its mailed link, only in a session of that account: someone who registers another user's
 * address gains nothing by their click. Idempotent.
 *
 * @returns the actor with their current rights
 * @throws DomainError invalid (400) for a link of another account, a replaced or expired one, throttled (429),
 * signed-out (401) where the session has ended meanwhile
 */
export async function confirmAddress(act: CommandContext, token: string): Promise<Actor> {
  const { context, actor } = act
  if (!actor.mustConfirmAddress) return actor
  const fullName = await attemptWithin(context, ['addressConfirmation', actor.userId, TOO_MANY_LINKS], () =>
    inTransaction(act, (work) => confirm(work, hashMailedCode(token))),
  )
  return { ...actor, fullName, mustConfirmAddress: false }
}

/** @returns the name from now on */
async function confirm(work: TransactionContext, tokenHash: Buffer): Promise<string | null> {
  const { tx, actor, now } = work
  const { userId } = actor
  const account = await lockOwnAccount(tx, actor)
  // Confirmed just now, in another tab.
  if (!account.invited) return account.fullName
  const [confirmed] = await tx
    .delete(addressConfirmations)
    .where(and(eq(addressConfirmations.userId, userId), eq(addressConfirmations.tokenHash, tokenHash)))
    .returning()
  if (confirmed === undefined) throw refusedAt('token', WRONG_LINK)
  const { fullName, expiresAt } = confirmed
  if (now >= expiresAt) throw refusedAt('token', LATE_LINK)
  await tx.update(users).set({ invited: false, fullName }).where(eq(users.id, userId))
  await record(work, 'user.address-confirmed', userId, {})
  return fullName
}
