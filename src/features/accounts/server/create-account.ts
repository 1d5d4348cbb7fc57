import { refusedAt, refuseWeakPassword } from '#features/sign-in/server/password-rules.ts'
import { hashPassword } from '#features/sign-in/server/passwords.ts'
import {
  generateTemporaryPassword,
  type GeneratedPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { withSentLetter, type GiveLetter } from '#features/signing/server/letters/staff-letter.ts'
import { publishedTemplate } from '#features/signing/server/letters/letter-content.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { openAccount, type NewAccount, type OpenedAccount } from './open-account.ts'
import { managerRequired, usernameTaken } from './wealth-manager.ts'
import { lockAdministrators } from './account-guards.ts'

/** An account to be created, as requested. */
interface AskedAccount extends NewAccount {
  /** Null for a generated one. */
  password: string | null
  /** The upload address of the FAIS document. */
  faisDocumentPath: string | null
  /** The letter is generated from the firm's template later, instead of `faisDocumentPath`. */
  firmLetter: boolean
}

/**
 * Creates an account of any role: a client with a draft, a manager with a FAIS document. A chosen password is temporary,
 * as a generated one, which is mailed.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError invalid (400) at the field, conflict (409) where the username is taken
 */
export async function createAccount<Answer>(
  act: CommandContext,
  account: AskedAccount,
  answer: (tx: Transaction, created: OpenedAccount) => Promise<Answer>,
): Promise<Answer> {
  refuseIncomplete(account)
  if (account.firmLetter) await requirePublished(act.context)
  const secrets = await secretsOf(act.context, account)
  const { faisDocumentPath: address } = account
  const create = (giveLetter: GiveLetter | null) =>
    inTransaction(act, async (work) => answer(work.tx, await insert(work, { account, secrets, giveLetter })))
  if (address === null) return create(null)
  return withSentLetter(act, { address, field: 'faisDocumentPath' }, create)
}

/** Fields required by role, in the texts of specification section 5. */
function refuseIncomplete({ role, wealthManagerId, faisDocumentPath, firmLetter }: AskedAccount): void {
  if (role === 'client' && wealthManagerId === null) throw managerRequired()
  if (role !== 'client' && wealthManagerId !== null) {
    throw refusedAt('wealthManagerId', 'Only a client has a wealth manager.')
  }
  if (role === 'wealth_manager' && faisDocumentPath === null && !firmLetter) {
    throw refusedAt(
      'faisDocumentPath',
      'Please upload a FAIS document for the wealth manager before creating the user.',
    )
  }
  if (firmLetter && faisDocumentPath !== null) {
    throw refusedAt('firmLetter', 'Please choose either an uploaded letter or the firm’s letter.')
  }
  if (role !== 'wealth_manager' && (faisDocumentPath !== null || firmLetter)) {
    throw refusedAt(
      'faisDocumentPath',
      'Only wealth managers have a FAIS document. Please leave it out, or choose another role.',
    )
  }
}

async function requirePublished({ database: { db } }: Context): Promise<void> {
  if ((await publishedTemplate(db)) !== undefined) return
  throw refusedAt('firmLetter', 'The firm’s letter is not published yet. Please upload a FAIS document.')
}

interface Secrets {
  chosen: GeneratedPassword | null
  drawn: GeneratedPassword | null
}

/** Hashing is slow, so it is done before the transaction. */
async function secretsOf(context: Context, { username, password }: AskedAccount): Promise<Secrets> {
  if (password === null) return { chosen: null, drawn: await generateTemporaryPassword(context) }
  refuseWeakPassword(context.settings, { field: 'password', password, username })
  return { chosen: { password, passwordHash: await hashPassword(password) }, drawn: null }
}

interface ToInsert {
  account: NewAccount
  secrets: Secrets
  giveLetter: GiveLetter | null
}

async function insert(
  work: TransactionContext,
  { account, secrets, giveLetter }: ToInsert,
): Promise<OpenedAccount> {
  await lockAdministrators(work)
  const opened = await openAccount(work, account, { by: 'administrator', ...secrets })
  if (opened === null) throw usernameTaken('username')
  if (giveLetter !== null) await giveLetter(work, opened.id)
  return opened
}
