import type { AuditDetails } from '#features/audit/rules/events.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { createApplication } from '#features/wizard/server/commands.ts'
import { record, recordEach } from '#features/audit/server/record.ts'
import {
  issueTemporaryPassword,
  type GeneratedPassword,
  type TemporaryPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import { newId } from '#base/server/db/id.ts'
import { users } from '#features/access/schema/tables.ts'
import { accessGiven } from '#features/access/server/second-person.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { queueNewPassword } from './mails.ts'
import { removeUnconfirmedAccount } from './unconfirmed.ts'
import { lockWealthManager } from './wealth-manager.ts'
import { queueEventsOfClient } from '#features/applications/server/events/queue-events.ts'

/** An account to be created. */
export interface NewAccount {
  /** Generated beforehand at registration, where users act for themselves. */
  id?: string
  /** An email address in lower case. */
  username: string
  role: Role
  fullName: string | null
  /** For a client. */
  wealthManagerId: string | null
}

/** The reason of a new account, and its first credentials. */
interface Opening {
  by: AuditDetails['user.created']['by']
  /** Of a password that its owner chose. */
  passwordHash?: string | null
  /** A temporary one that the actor chose and passes on. */
  chosen?: GeneratedPassword | null
  /** The generated temporary one. */
  drawn?: GeneratedPassword | null
}

type InvitedOpening = Opening & { drawn: GeneratedPassword }

/** A created account. */
export interface OpenedAccount {
  id: string
  /** Null where a password was chosen. */
  temporary: TemporaryPassword | null
}

/** An account whose owner first signs in with a temporary password. */
export interface InvitedAccount extends OpenedAccount {
  temporary: TemporaryPassword
}

type OpeningWork = TransactionContext<Doer | null, 'keyring' | 'settings'>

/**
 * Creates an account with all that belongs to it: a client's draft application, and the mail with the temporary
 * password for invited users. The only way for registration, invitation and administrators.
 *
 * @returns null where the username is taken
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
  if (account.role === 'client') {
    await createApplication(work, { ...account, userId: id })
    await queueEventsOfClient(work, { type: 'application.created', clientId: id })
  }
  if (temporary !== null) {
    await record(work, 'user.invited', id, { wealthManagerId })
    if (account.role === 'client') await queueEventsOfClient(work, { type: 'client.invited', clientId: id })
    await queueNewPassword(work, { user: account, manager, temporary, why: 'invitation' })
  }
  return opened
}

/**
 * Creates only the account: for commands, which have no keys and send no mail, and for demo data. An unconfirmed
 * account with the address is replaced, except by another registration.
 *
 * @returns null where the username is taken
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
  const { by, passwordHash = null, chosen = null, drawn = null } = opening
  const { id = newId(), username, role, fullName, wealthManagerId } = account
  if (by !== 'registration') await removeUnconfirmedAccount(work, username)
  const access = role === 'client' || work.actor === null ? {} : accessGiven(work.actor, now)
  const created = await tx
    .insert(users)
    .values({ id, username, role, fullName, wealthManagerId, passwordHash, createdAt: now, ...access })
    .onConflictDoNothing({ target: users.username })
    .returning({ id: users.id })
  if (created.length === 0) return null
  await record(work, 'user.created', id, { role, by })
  if (chosen !== null) await issueTemporaryPassword(tx, { userId: id, drawn: chosen, purpose: 'chosen', now })
  if (drawn === null) return { id, temporary: null }
  return {
    id,
    temporary: await issueTemporaryPassword(tx, { userId: id, drawn, purpose: 'invitation', now }),
  }
}

/**
 * Creates accounts of imported clients without credentials, with one statement. No existing account is changed.
 *
 * @returns their ids by username, without those whose username is taken
 */
export async function openImportedAccounts(
  work: Omit<TransactionContext<Doer>, 'context'>,
  importId: string,
  clients: readonly Pick<NewAccount, 'username' | 'fullName' | 'wealthManagerId'>[],
): Promise<Map<string, string>> {
  if (clients.length === 0) return new Map()
  const { tx, now } = work
  const created = await tx
    .insert(users)
    .values(
      clients.map(({ username, fullName, wealthManagerId }) => ({
        id: newId(),
        username,
        role: 'client' as const,
        fullName,
        wealthManagerId,
        invited: true,
        createdAt: now,
      })),
    )
    .onConflictDoNothing({ target: users.username })
    .returning({ id: users.id, username: users.username })
  const ids = created.map(({ id }) => id)
  await recordEach(work, 'user.created', ids, { role: 'client', by: 'import', importId })
  return new Map(created.map(({ id, username }) => [username, id]))
}
