import type { AuditDetails } from '#domain/audit/events.ts'
import type { Role } from '#domain/users/roles.ts'
import type { Doer } from '#server/shared/actor.ts'
import { createApplication } from '#server/features/applications/commands.ts'
import { record } from '#server/shared/audit/record.ts'
import {
  issueTemporaryPassword,
  type GeneratedPassword,
  type TemporaryPassword,
} from '#server/features/auth/temporary-passwords.ts'
import { newId } from '#server/platform/db/id.ts'
import { users } from '#server/platform/db/schema.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'
import { queueNewPassword } from './mails.ts'
import { removeUnconfirmedAccount } from './unconfirmed.ts'
import { lockWealthManager } from './wealth-manager.ts'

/** Somebody who is about to have an account. */
export interface NewAccount {
  /** Drawn beforehand for who registers: they act for themselves. */
  id?: string
  /** An e-mail address in lower case. */
  username: string
  role: Role
  fullName: string | null
  /** For a client. */
  wealthManagerId: string | null
}

/** How somebody comes by an account, and what they sign in with first. */
interface Opening {
  by: AuditDetails['user.created']['by']
  /** Of the password that was chosen. */
  passwordHash?: string | null
  /** The temporary one that was drawn. */
  drawn?: GeneratedPassword | null
}

type InvitedOpening = Opening & { drawn: GeneratedPassword }

/** An account that was opened. */
export interface OpenedAccount {
  id: string
  /** Null where a password was chosen. */
  temporary: TemporaryPassword | null
}

/** One whose owner signs in by a temporary password first. */
export interface InvitedAccount extends OpenedAccount {
  temporary: TemporaryPassword
}

type OpeningWork = TransactionContext<Doer | null, 'keyring' | 'settings'>

/**
 * Opens an account with all that belongs to it: a client's draft application, and for whoever is invited the e-mail that
 * brings the temporary password. Registration, invitation and administrators open accounts by this and nothing else.
 *
 * @returns null where somebody has the username already
 * @throws DomainError invalid (400) at wealthManagerId where that is no active manager
 */
export async function openAccount(
  work: OpeningWork,
  account: NewAccount,
  opening: InvitedOpening,
): Promise<InvitedAccount | null>
export async function openAccount(
  work: OpeningWork,
  account: NewAccount,
  opening: Opening,
): Promise<OpenedAccount | null>
export async function openAccount(
  work: OpeningWork,
  account: NewAccount,
  opening: Opening,
): Promise<OpenedAccount | null> {
  const { wealthManagerId } = account
  const manager = wealthManagerId === null ? null : await lockWealthManager(work.tx, wealthManagerId)
  const opened = await openBareAccount(work, account, opening)
  if (opened === null) return null
  const { id, temporary } = opened
  if (account.role === 'client') await createApplication(work, { ...account, userId: id })
  if (temporary !== null) {
    await record(work, 'user.invited', id, { wealthManagerId })
    await queueNewPassword(work, { user: account, manager, temporary, why: 'invitation' })
  }
  return opened
}

/**
 * The account by itself: for commands, which have no keys to seal an application with and mail nothing, and for people
 * who are made up. Who registered the same address without confirming it makes way, but for somebody who registers too.
 *
 * @returns null where somebody has the username already
 */
export async function openBareAccount(
  work: Omit<TransactionContext<Doer | null>, 'context'>,
  account: NewAccount,
  opening: InvitedOpening,
): Promise<InvitedAccount | null>
export async function openBareAccount(
  work: Omit<TransactionContext<Doer | null>, 'context'>,
  account: NewAccount,
  opening: Opening,
): Promise<OpenedAccount | null>
export async function openBareAccount(
  work: Omit<TransactionContext<Doer | null>, 'context'>,
  account: NewAccount,
  opening: Opening,
): Promise<OpenedAccount | null> {
  const { tx, now } = work
  const { by, passwordHash = null, drawn = null } = opening
  const { id = newId(), username, role, fullName, wealthManagerId } = account
  if (by !== 'registration') await removeUnconfirmedAccount(work, username)
  const created = await tx
    .insert(users)
    .values({ id, username, role, fullName, wealthManagerId, passwordHash, createdAt: now })
    .onConflictDoNothing({ target: users.username })
    .returning({ id: users.id })
  if (created.length === 0) return null
  await record(work, 'user.created', id, { role, by })
  if (drawn === null) return { id, temporary: null }
  return {
    id,
    temporary: await issueTemporaryPassword(tx, { userId: id, drawn, purpose: 'invitation', now }),
  }
}
