import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { isStaff, type Role } from '#features/access/rules/roles.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { recordFailure } from '#features/audit/server/record.ts'
import {
  anonymousContext,
  autocommit,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Actor, Doer } from '#features/access/server/actor.ts'
import type { Queries } from '#base/server/db/database.ts'
import { queueMail } from '#features/mail/server/outbox.ts'

/** Whether staff must sign in at a provider of single sign-on. */
export type SsoOnlyState =
  | { is: 'off' }
  /** Passwords still work, since no one could get in while the provider is down. */
  | { is: 'not-ready'; why: string }
  | { is: 'in-force'; providers: string }

interface SignInAccount {
  id: string
  username: string
  role: Role
}

/** Whether an account may use its password all the same, by the settings. */
export function isBreakGlass(
  { ssoOnly }: Pick<Settings, 'ssoOnly'>,
  { username, role }: Pick<SignInAccount, 'username' | 'role'>,
): boolean {
  return role === 'system_administrator' && ssoOnly?.breakGlass.includes(username) === true
}

/**
 * The state of single sign-on alone. It is in force only while a break-glass account is ready: an active system
 * administrator with an own password and a second factor. A wrong setting therefore locks no one out.
 */
export async function ssoOnlyState(
  db: Queries,
  { ssoOnly, ssoProviders }: Pick<Settings, 'ssoOnly' | 'ssoProviders'>,
): Promise<SsoOnlyState> {
  if (ssoOnly === null) return { is: 'off' }
  if (ssoOnly.breakGlass.length === 0)
    return { is: 'not-ready', why: 'SSO_BREAK_GLASS names no account, so passwords still work.' }
  const [ready] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.username, [...ssoOnly.breakGlass]),
        eq(users.role, 'system_administrator'),
        isNull(users.deactivatedAt),
        isNotNull(users.passwordHash),
        isNotNull(users.secondFactorSince),
      ),
    )
    .limit(1)
  if (ready !== undefined)
    return { is: 'in-force', providers: ssoProviders.map(({ label }) => label).join(' or ') }
  const why =
    'No account of SSO_BREAK_GLASS is an active system administrator with an own password and a second factor, so passwords still work.'
  return { is: 'not-ready', why }
}

/** The providers that an account must sign in at; null where its password counts. */
export async function requiredProviders(
  db: Queries,
  settings: Pick<Settings, 'ssoOnly' | 'ssoProviders'>,
  account: Pick<SignInAccount, 'username' | 'role'>,
): Promise<string | null> {
  if (settings.ssoOnly === null || !isStaff(account.role) || isBreakGlass(settings, account)) return null
  const state = await ssoOnlyState(db, settings)
  return state.is === 'in-force' ? state.providers : null
}

/**
 * Rejects a sign-in of staff that was correct, where they must sign in at a provider. It is called after the proof, so
 * that it tells strangers nothing, and does not count against the address.
 *
 * @throws DomainError forbidden (403) with `sso-required`
 */
export async function requireSso(act: CommandContext<Actor | null>, account: SignInAccount): Promise<void> {
  const { database, settings } = act.context
  const providers = await requiredProviders(database.db, settings, account)
  if (providers === null) return
  const { id, username } = account
  const details = { username, reason: 'sso-required' } as const
  await recordFailure(autocommit(anonymousContext(act)), 'session.sign-in-failed', id, details)
  const message = `Your firm signs in with ${providers}. Please use that button.`
  throw new DomainError('forbidden', message, { code: 'sso-required' })
}

/** Notifies the other system administrators of a sign-in with a break-glass account. */
export async function notifyOfBreakGlass(
  work: TransactionContext<Doer | null>,
  { id, username }: Pick<SignInAccount, 'id' | 'username'>,
): Promise<void> {
  const { tx, now, origin } = work
  const others = await tx
    .select({ recipient: users.username, fullName: users.fullName })
    .from(users)
    .where(and(eq(users.role, 'system_administrator'), isNull(users.deactivatedAt), ne(users.id, id)))
  for (const { recipient, fullName } of others) {
    const data = { fullName, account: username, ip: origin.ip ?? '', at: now }
    await queueMail(work, { template: 'break-glass-used', recipient, data })
  }
}
