import { and, eq, exists } from 'drizzle-orm'
import { ADDRESS_CHANGED_WITHIN_MS, maskAddress } from '#domain/auth/address-change.ts'
import { answerAddress, nameApplication } from '#server/features/applications/commands.ts'
import { holdMails, sendMails, type Hold } from '#server/shared/application-record/delayed-mails.ts'
import { inScope } from '#server/shared/application-record/application-scope.ts'
import { record } from '#server/shared/audit/record.ts'
import { refusedAt } from '#server/features/auth/password-rules.ts'
import {
  generateTemporaryPassword,
  type GeneratedPassword,
} from '#server/features/auth/temporary-passwords.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Held, HeldAct } from '#server/platform/db/pending-actions-schema.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { addressChanges } from '#server/platform/db/sign-in-schema.ts'
import { hashMailedCode, newMailedCode } from '#server/platform/encryption/secret-token.ts'
import { notFound, DomainError } from '#server/platform/domain-error.ts'
import { countWithin } from '#server/shared/throttling/throttle.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { inviteAgain, isAwaited } from './renew-invitation.ts'
import type { UserRow } from './account-guards.ts'
import { refuseTaken, takeOver } from './confirm-email-change.ts'

const TOO_MANY_ADDRESSES = 'This client was given new addresses several times today already.'

/** What is to be different of a client's account; what is left out stays. */
export interface Correction {
  fullName?: string | undefined
  email?: string | undefined
}

/** What a client is called now, and the address that they were given; null where they were given none. */
export interface Corrected {
  fullName: string | null
  address: GivenAddress | null
  /** By what it is taken back, for a moment, where it can be. */
  undo: Held | null
}

/** The address that a client gets, and until when it can be confirmed; null where it counts already. */
interface GivenAddress {
  email: string
  expiresAt: Date | null
}

/**
 * Corrects what a client is called, the address that they sign in with, or both, in one transaction. A new address counts
 * once it was confirmed; for who has never signed in, and so has nothing that could be taken over, at once, and they are
 * invited there.
 *
 * @param answer makes the answer in the same transaction
 * @throws DomainError not-found for a client out of the actor's reach; of an address: conflict (409) where somebody has it, and
 *   for an account that is deactivated or whose first address is not confirmed; throttled (429)
 */
export async function correctClient<Answer>(
  act: CommandContext,
  clientId: string,
  { fullName, email }: Correction,
  answer: (tx: Transaction, corrected: Corrected) => Promise<Answer>,
): Promise<Answer> {
  const { context, actor } = act
  if (email !== undefined) {
    await countWithin(context, ['addressChangeMail', `${actor.userId} ${clientId}`, TOO_MANY_ADDRESSES])
  }
  // Hashing takes a while: not in the transaction.
  const drawn = email === undefined ? null : await generateTemporaryPassword(context)
  return inTransaction(act, async (work) => {
    const found = await lockClient(work, clientId)
    const hold = email === undefined || (await canWait(work.tx, found)) ? holdMails(work) : sendMails(work)
    const client = fullName === undefined ? found : await rename(work, found, { fullName, hold })
    const address =
      email === undefined || drawn === null ? null : await giveAddress(work, client, { email, drawn, hold })
    const undo = await keepCorrection(work, { before: found, after: client, address, hold })
    return answer(work.tx, { fullName: client.fullName, address, undo })
  })
}

/**
 * Whether a new address can be taken back a moment later. What invites somebody never waits (docs/decisions/0083), and one
 * that takes the place of another that waits is withdrawn as always: the links of that one open nothing any more.
 */
async function canWait(tx: Transaction, client: UserRow): Promise<boolean> {
  return !isAwaited(client) && (await tx.$count(addressChanges, eq(addressChanges.userId, client.id))) === 0
}

interface Done {
  before: UserRow
  after: UserRow
  address: GivenAddress | null
  hold: Hold
}

async function keepCorrection(
  { tx }: TransactionContext,
  { before, after, address, hold }: Done,
): Promise<Held | null> {
  const { id: clientId, fullName: to } = after
  const name = to === null || to === before.fullName ? null : { from: before.fullName, to }
  if (name === null && address === null) return null
  const [of] = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.userId, clientId))
  if (of === undefined) throw new Error('A client has no application.')
  const email = address?.email ?? null
  return hold.keep(of.id, { kind: 'client-corrected', clientId, name, email })
}

/**
 * Takes a correction back whose mails nobody has yet.
 *
 * @returns false where somebody corrected it further meanwhile
 * @throws DomainError not-found for a client out of the actor's reach
 */
export async function takeCorrectionBack(
  work: TransactionContext,
  _: string,
  { clientId, name, email }: Extract<HeldAct, { kind: 'client-corrected' }>,
): Promise<boolean> {
  const { tx } = work
  const client = await lockClient(work, clientId)
  if (name !== null) {
    if (client.fullName !== name.to) return false
    await tx.update(users).set({ fullName: name.from }).where(eq(users.id, clientId))
    if (isAwaited(client)) await nameApplication(tx, clientId, name.from)
    await record(work, 'user.name-corrected', clientId, {})
  }
  if (email === null) return true
  const gone = await tx
    .delete(addressChanges)
    .where(and(eq(addressChanges.userId, clientId), eq(addressChanges.email, email)))
    .returning({ userId: addressChanges.userId })
  await record(work, 'user.address-change-stopped', clientId, { by: 'staff' })
  return gone.length > 0
}

/** Their answers stay theirs, but for who has never signed in: those hold nothing but what staff wrote. */
async function rename(
  work: TransactionContext,
  client: UserRow,
  { fullName, hold }: { fullName: string; hold: Hold },
): Promise<UserRow> {
  if (client.fullName === fullName) return client
  const { tx, now } = work
  const { id, username: recipient } = client
  await tx.update(users).set({ fullName }).where(eq(users.id, id))
  await record(work, 'user.name-corrected', id, {})
  if (isAwaited(client)) await nameApplication(tx, id, fullName)
  else await hold.queue({ template: 'name-corrected', recipient, data: { fullName, at: now } })
  return { ...client, fullName }
}

interface NewAddress {
  email: string
  /** For who is invited there. */
  drawn: GeneratedPassword
  hold: Hold
}

async function giveAddress(
  work: TransactionContext,
  client: UserRow,
  given: NewAddress,
): Promise<GivenAddress> {
  const { email } = given
  refuseClosed(client)
  if (client.username === email) throw refusedAt('email', 'This is their address already.')
  await refuseTaken(work.tx, email)
  return isAwaited(client) ? moveInvitation(work, client, given) : askBoth(work, client, given)
}

/** @throws DomainError conflict for an account that nobody can sign in to, or whose first address is not confirmed */
export function refuseClosed(client: UserRow): void {
  if (client.deactivatedAt !== null) {
    throw new DomainError('conflict', 'This account is deactivated: nobody can sign in to it.')
  }
  if (client.invited && !isAwaited(client)) {
    throw new DomainError(
      'conflict',
      'This client registered and has not confirmed the address yet. With another one they register again.',
    )
  }
}

async function moveInvitation(
  work: TransactionContext,
  client: UserRow,
  { email, drawn }: NewAddress,
): Promise<GivenAddress> {
  await takeOver(work, client, email, 'staff')
  await answerAddress(work.tx, client.id, email)
  await inviteAgain(work, { ...client, username: email }, drawn)
  return { email, expiresAt: null }
}

/** Mails both addresses: the new one what confirms it, the one of before what stops it. */
export async function askBoth(
  work: TransactionContext,
  client: Pick<UserRow, 'id' | 'username' | 'fullName'>,
  { email, hold }: Pick<NewAddress, 'email' | 'hold'>,
): Promise<{ email: string; expiresAt: Date }> {
  const { tx, now } = work
  const { id: userId, username, fullName } = client
  const expiresAt = new Date(now.getTime() + ADDRESS_CHANGED_WITHIN_MS)
  const [ofNew, ofBefore] = [newMailedCode(), newMailedCode()]
  const row = { email, confirmHash: hashMailedCode(ofNew), stopHash: hashMailedCode(ofBefore), expiresAt }
  await tx
    .insert(addressChanges)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: addressChanges.userId, set: row })
  await record(work, 'user.address-change-asked', userId, {})
  await hold.queue({
    template: 'new-address',
    recipient: email,
    data: { fullName: null, token: ofNew, expiresAt },
  })
  await hold.queue({
    template: 'address-change-asked',
    recipient: username,
    data: { fullName, newAddress: maskAddress(email), token: ofBefore, expiresAt },
  })
  return { email, expiresAt }
}

/**
 * Takes back a new address that waits. Where none does, nothing changes and nothing is recorded.
 *
 * @throws DomainError not-found for a client out of the actor's reach
 */
export async function takeAddressBack(act: CommandContext, clientId: string): Promise<void> {
  await inTransaction(act, async (work) => {
    await lockClient(work, clientId)
    const gone = await work.tx
      .delete(addressChanges)
      .where(eq(addressChanges.userId, clientId))
      .returning({ userId: addressChanges.userId })
    if (gone.length > 0) await record(work, 'user.address-change-stopped', clientId, { by: 'staff' })
  })
}

/** Clients are locked before their applications everywhere, so that nobody waits in a circle. */
async function lockClient({ tx, actor }: TransactionContext, clientId: string): Promise<UserRow> {
  const theirs = tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.userId, users.id), inScope(actor, 'client.correct')))
  const [client] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, clientId), exists(theirs)))
    .for('no key update')
  if (client === undefined) throw notFound()
  return client
}
