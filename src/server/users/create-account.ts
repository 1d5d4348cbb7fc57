import type { Role } from '#domain/users/roles.ts'
import { createApplication } from '#server/applications/commands.ts'
import { record } from '#server/audit/record.ts'
import { refusedAt, refuseWeakPassword } from '#server/auth/password-rules.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import {
  drawTemporaryPassword,
  issueTemporaryPassword,
  type DrawnPassword,
} from '#server/auth/temporary-passwords.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { withSentLetter, type GiveLetter } from '#server/documents/staff-letter.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'
import { createUser } from './commands.ts'
import { lockWealthManager, managerRequired, usernameTaken } from './wealth-manager.ts'
import { queueNewPassword } from './mails.ts'
import { lockAdministrators } from './rails.ts'

/** An account to be made, as it was asked for. */
export interface NewAccount {
  /** In lower case. */
  username: string
  fullName: string | null
  role: Role
  /** Null for one that is generated. */
  password: string | null
  wealthManagerId: string | null
  /** Where the FAIS document was sent to. */
  faisDocumentPath: string | null
}

/** An account that was made. A generated password leaves once, to whoever made the account and in the e-mail. */
export interface CreatedAccount {
  id: string
  temporary: { password: string; expiresAt: Date } | null
}

/**
 * Makes an account of any role: a client with a draft, a manager with a FAIS document; without a password, with a
 * temporary one and the e-mail that brings it.
 *
 * @param answer makes the answer of what is there then, in the same transaction
 * @throws Refusal invalid (400) at the field that is wrong, conflict (409) where the username is taken
 */
export async function createAccount<Answer>(
  act: Act,
  account: NewAccount,
  answer: (tx: Transaction, created: CreatedAccount) => Promise<Answer>,
): Promise<Answer> {
  refuseIncomplete(account)
  const secrets = await secretsOf(act.context, account)
  const { faisDocumentPath: address } = account
  const create = (giveLetter: GiveLetter | null) =>
    inTransaction(act, async (work) => answer(work.tx, await insert(work, { account, secrets, giveLetter })))
  if (address === null) return create(null)
  return withSentLetter(act, { address, field: 'faisDocumentPath' }, create)
}

/** What belongs to each role, in the words of specification section 5. */
function refuseIncomplete({ role, wealthManagerId, faisDocumentPath }: NewAccount): void {
  if (role === 'client' && wealthManagerId === null) throw managerRequired()
  if (role !== 'client' && wealthManagerId !== null) {
    throw refusedAt('wealthManagerId', 'Only a client has a wealth manager.')
  }
  if (role === 'wealth_manager' && faisDocumentPath === null) {
    throw refusedAt(
      'faisDocumentPath',
      'Please upload a FAIS document for the wealth manager before creating the user.',
    )
  }
  if (role !== 'wealth_manager' && faisDocumentPath !== null) {
    throw refusedAt('faisDocumentPath', 'Only a wealth manager has a FAIS document.')
  }
}

interface Secrets {
  passwordHash: string | null
  drawn: DrawnPassword | null
}

/** Hashing takes a while: it comes before the transaction. */
async function secretsOf(context: Context, { username, password }: NewAccount): Promise<Secrets> {
  if (password === null) return { passwordHash: null, drawn: await drawTemporaryPassword() }
  refuseWeakPassword(context.settings, { field: 'password', password, username })
  return { passwordHash: await hashPassword(password), drawn: null }
}

interface ToInsert {
  account: NewAccount
  secrets: Secrets
  giveLetter: GiveLetter | null
}

async function insert(work: Work, { account, secrets, giveLetter }: ToInsert): Promise<CreatedAccount> {
  const { tx, now } = work
  const { username, fullName, role, wealthManagerId } = account
  await lockAdministrators(work)
  const manager = wealthManagerId === null ? null : await lockWealthManager(tx, wealthManagerId)
  const user = { username, fullName, role, wealthManagerId }
  const { passwordHash, drawn } = secrets
  const id = await createUser(work, { ...user, passwordHash }, 'administrator')
  if (id === null) throw usernameTaken('username')
  if (role === 'client') await createApplication(work, { ...user, userId: id })
  if (giveLetter !== null) await giveLetter(work, id)
  if (drawn === null) return { id, temporary: null }
  const expiresAt = await issueTemporaryPassword(tx, { userId: id, drawn, purpose: 'invitation', now })
  await record(work, 'user.invited', id, { wealthManagerId })
  const temporary = { password: drawn.password, expiresAt }
  await queueNewPassword(work, {
    user,
    managerName: manager?.fullName ?? null,
    temporary,
    why: 'invitation',
  })
  return { id, temporary }
}
