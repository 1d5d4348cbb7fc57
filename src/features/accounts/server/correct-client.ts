import { and, eq, exists } from 'drizzle-orm'
import { ADDRESS_CHANGED_WITHIN_MS, maskAddress } from '#features/sign-in/rules/address-change.ts'
import { answerAddress, nameApplication } from '#features/wizard/server/commands.ts'
import {
  delayMails,
  sendMails,
  type MailDelivery,
} from '#features/applications/server/record/delayed-mails.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { record } from '#features/audit/server/record.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import {
  generateTemporaryPassword,
  type GeneratedPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import type { Transaction } from '#base/server/db/database.ts'
import type { PendingUndo, PendingAction } from '#features/applications/schema/pending-actions-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { addressChanges } from '#features/access/schema/sign-in-schema.ts'
import { hashMailedCode, newMailedCode } from '#base/server/encryption/secret-token.ts'
import { notFound, DomainError } from '#base/server/domain-error.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { inviteAgain, isAwaited } from './renew-invitation.ts'
import type { UserRow } from './account-guards.ts'
import { refuseTaken, applyAddress } from './confirm-email-change.ts'

const TOO_MANY_ADDRESSES = 'This client’s address has been changed too often today.'

/** Changes of a client's account; omitted fields stay. */
export interface Correction {
  fullName?: string | undefined
  email?: string | undefined
}

/** A client's current name, and the new address, if any. */
export interface Corrected {
  fullName: string | null
  address: GivenAddress | null
  /** How to undo it, if possible. */
  undo: PendingUndo | null
}

/** A client's new address, and its deadline for confirmation; null where it counts already. */
interface GivenAddress {
  email: string
  expiresAt: Date | null
}

/**
 * Corrects a client's name, username or both, in one transaction. A new address must be confirmed first; for a client
 * who has never signed in it counts at once, and the invitation is sent there.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found for a client out of the actor's scope; for an address: conflict (409) where it is
 * taken, or the account is deactivated or unconfirmed; throttled (429)
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
  // Hashing is slow, so it is done before the transaction.
  const drawn = email === undefined ? null : await generateTemporaryPassword(context)
  return inTransaction(act, async (work) => {
    const found = await lockClient(work, clientId)
    const hold = email === undefined || (await canWait(work.tx, found)) ? delayMails(work) : sendMails(work)
    const client = fullName === undefined ? found : await rename(work, found, { fullName, hold })
    const address =
      email === undefined || drawn === null ? null : await giveAddress(work, client, { email, drawn, hold })
    const undo = await keepCorrection(work, { before: found, after: client, address, hold })
    return answer(work.tx, { fullName: client.fullName, address, undo })
  })
}

/**
 * Whether a new address can be undone. Invitations are never delayed (docs/decisions/0083), and a replaced pending
 * address cannot be restored, since its links are invalid.
 */
async function canWait(tx: Transaction, client: UserRow): Promise<boolean> {
  return !isAwaited(client) && (await tx.$count(addressChanges, eq(addressChanges.userId, client.id))) === 0
}

interface Done {
  before: UserRow
  after: UserRow
  address: GivenAddress | null
  hold: MailDelivery
}

async function keepCorrection(
  { tx }: TransactionContext,
  { before, after, address, hold }: Done,
): Promise<PendingUndo | null> {
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
 * Undoes a correction whose mails have not been sent.
 *
 * @returns false where it was corrected again since
 * @throws DomainError not-found for a client out of the actor's scope
 */
export async function undoCorrection(
  work: TransactionContext,
  _: string,
  { clientId, name, email }: Extract<PendingAction, { kind: 'client-corrected' }>,
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

/** Answers stay unchanged, except for a client who has never signed in: theirs contain only what staff entered. */
async function rename(
  work: TransactionContext,
  client: UserRow,
  { fullName, hold }: { fullName: string; hold: MailDelivery },
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
  /** For an invitation to the new address. */
  drawn: GeneratedPassword
  hold: MailDelivery
}

async function giveAddress(
  work: TransactionContext,
  client: UserRow,
  given: NewAddress,
): Promise<GivenAddress> {
  const { email } = given
  refuseClosed(client)
  if (client.username === email) throw refusedAt('email', 'This is already their address.')
  await refuseTaken(work.tx, email)
  return isAwaited(client) ? moveInvitation(work, client, given) : mailBothAddresses(work, client, given)
}

/** @throws DomainError conflict for a deactivated or unconfirmed account */
export function refuseClosed(client: UserRow): void {
  if (client.deactivatedAt !== null) {
    throw new DomainError('conflict', 'This account is deactivated. Please reactivate it first.')
  }
  if (client.invited && !isAwaited(client)) {
    throw new DomainError(
      'conflict',
      'This client registered but hasn’t confirmed their address yet. To use another address, they need to register again.',
    )
  }
}

async function moveInvitation(
  work: TransactionContext,
  client: UserRow,
  { email, drawn }: NewAddress,
): Promise<GivenAddress> {
  await applyAddress(work, client, email, 'staff')
  await answerAddress(work.tx, client.id, email)
  await inviteAgain(work, { ...client, username: email }, drawn)
  return { email, expiresAt: null }
}

/** Mails both addresses: a confirmation link to the new one, and a link to cancel to the current one. */
export async function mailBothAddresses(
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
 * Withdraws a pending address. Without one, nothing changes and nothing is recorded.
 *
 * @throws DomainError not-found for a client out of the actor's scope
 */
export async function withdrawAddress(act: CommandContext, clientId: string): Promise<void> {
  await inTransaction(act, async (work) => {
    await lockClient(work, clientId)
    const gone = await work.tx
      .delete(addressChanges)
      .where(eq(addressChanges.userId, clientId))
      .returning({ userId: addressChanges.userId })
    if (gone.length > 0) await record(work, 'user.address-change-stopped', clientId, { by: 'staff' })
  })
}

/** Clients are always locked before their applications, to avoid deadlocks. */
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
