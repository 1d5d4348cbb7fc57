import { eq } from 'drizzle-orm'
import type { Role } from '#features/access/rules/roles.ts'
import {
  systemContext,
  inTransaction,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { hashPassword } from '#features/sign-in/server/passwords.ts'
import { generateTemporaryPassword } from '#features/sign-in/server/temporary-passwords.ts'
import type { Context } from '#base/server/context.ts'
import { users } from '#features/access/schema/tables.ts'
import { newId } from '#base/server/db/id.ts'
import { openBareAccount } from '#features/accounts/server/open-account.ts'

/** Dependencies of the factories. */
export type FactoryContext = Pick<Context, 'database' | 'keyring' | 'now'>

/** Facts of a user; others are derived. */
export interface UserFacts {
  username?: string
  role?: Role
  fullName?: string | null
  /** In E.164 form. */
  phone?: string | undefined
  /** Without one the user cannot sign in with a password. */
  password?: string
  /** Invited: has a temporary password only. */
  invited?: boolean
  wealthManagerId?: string | null
}

/** A stored user. */
export interface MadeUser {
  id: string
  username: string
  role: Role
  fullName: string | null
  /** For an invited user. */
  temporaryPassword: string | null
}

interface Secrets {
  passwordHash: string | null
  temporary: Awaited<ReturnType<typeof generateTemporaryPassword>> | null
}

/** Hashing is slow, so it runs before the transaction. */
export async function prepareSecrets({ password, invited = false }: UserFacts): Promise<Secrets> {
  return {
    passwordHash: password === undefined ? null : await hashPassword(password),
    temporary: invited ? await generateTemporaryPassword() : null,
  }
}

/** Inserts a user, within a transaction. */
export async function insertUser(
  work: TransactionContext<null, 'database'>,
  { role = 'client', ...facts }: UserFacts,
  { passwordHash, temporary }: Secrets,
): Promise<MadeUser> {
  const username = facts.username ?? `${role.replaceAll('_', '.')}.${newId().slice(-12)}@test.example`
  // As most managers, this one has a name.
  const fullName = facts.fullName ?? (role === 'wealth_manager' ? username : null)
  const account = { username, role, fullName, wealthManagerId: facts.wealthManagerId ?? null }
  const opened = await openBareAccount(work, account, { by: 'seed', passwordHash, drawn: temporary })
  if (opened === null) throw new Error(`There is a user ${username} already.`)
  if (facts.phone) await work.tx.update(users).set({ phone: facts.phone }).where(eq(users.id, opened.id))
  return { id: opened.id, username, role, fullName, temporaryPassword: opened.temporary?.password ?? null }
}

/** Creates a user: staff, or a client without an application (`makeClient` creates one with it). */
export async function makeUser(context: FactoryContext, facts: UserFacts = {}): Promise<MadeUser> {
  const secrets = await prepareSecrets(facts)
  return inTransaction(systemContext(context), (work) => insertUser(work, facts, secrets))
}
