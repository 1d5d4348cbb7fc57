import { eq } from 'drizzle-orm'
import type { Role } from '#domain/users/roles.ts'
import { systemContext, inTransaction, type TransactionContext } from '#server/shared/command-context.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { generateTemporaryPassword } from '#server/features/auth/temporary-passwords.ts'
import type { Context } from '#server/shared/context.ts'
import { users } from '#server/platform/db/schema.ts'
import { newId } from '#server/platform/db/id.ts'
import { openBareAccount } from '#server/features/users/open-account.ts'

/** What the factories need of the context. */
export type FactoryContext = Pick<Context, 'database' | 'keyring' | 'now'>

/** What may be said about a user; the rest is made up. */
export interface UserFacts {
  username?: string
  role?: Role
  fullName?: string | null
  /** In E.164 form. */
  phone?: string | undefined
  /** Without one, nobody signs in as this user by a password. */
  password?: string
  /** Invited: the only password is a temporary one. */
  invited?: boolean
  wealthManagerId?: string | null
}

/** A user who is in the database. */
export interface MadeUser {
  id: string
  username: string
  role: Role
  fullName: string | null
  /** Where they were invited. */
  temporaryPassword: string | null
}

interface Secrets {
  passwordHash: string | null
  temporary: Awaited<ReturnType<typeof generateTemporaryPassword>> | null
}

/** Hashing takes a while, so it happens before the transaction. */
export async function prepareSecrets({ password, invited = false }: UserFacts): Promise<Secrets> {
  return {
    passwordHash: password === undefined ? null : await hashPassword(password),
    temporary: invited ? await generateTemporaryPassword() : null,
  }
}

/** Puts a user into the database, within a transaction. */
export async function insertUser(
  work: TransactionContext<null, 'database'>,
  { role = 'client', ...facts }: UserFacts,
  { passwordHash, temporary }: Secrets,
): Promise<MadeUser> {
  const username = facts.username ?? `${role.replaceAll('_', '.')}.${newId().slice(-12)}@test.example`
  // A manager without a name cannot be assigned clients.
  const fullName = facts.fullName ?? (role === 'wealth_manager' ? username : null)
  const account = { username, role, fullName, wealthManagerId: facts.wealthManagerId ?? null }
  const opened = await openBareAccount(work, account, { by: 'seed', passwordHash, drawn: temporary })
  if (opened === null) throw new Error(`There is a user ${username} already.`)
  if (facts.phone) await work.tx.update(users).set({ phone: facts.phone }).where(eq(users.id, opened.id))
  return { id: opened.id, username, role, fullName, temporaryPassword: opened.temporary?.password ?? null }
}

/** Makes a user: staff, or a client who has no application (`makeClient` makes one who has). */
export async function makeUser(context: FactoryContext, facts: UserFacts = {}): Promise<MadeUser> {
  const secrets = await prepareSecrets(facts)
  return inTransaction(systemContext(context), (work) => insertUser(work, facts, secrets))
}
