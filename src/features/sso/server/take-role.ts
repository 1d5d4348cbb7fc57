import { and, eq, gt } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Claims } from '#features/sso/rules/claims.ts'
import { decideRole, type RoleDecision } from '#features/sso/rules/role.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { lockAccount } from '#features/sign-in/server/locked-account.ts'
import { endOtherSessions } from '#features/sign-in/server/sessions.ts'
import { CLEARED_WITH_ROLE, type UserRow } from '#features/accounts/server/account-guards.ts'
import { isBreakGlass } from '#features/sign-in/server/sso-only.ts'
import { countClients, lockSystemAdministrators } from './identities.ts'

/**
 * Takes the role of a person at a provider over, behind the locks of account and system administrators. A new role ends
 * all sessions of the account.
 *
 * @param user locked
 * @returns false where the provider gives no role, and one is required
 */
export async function takeRole(
  work: TransactionContext<Doer | null>,
  { user, provider, claims }: { user: UserRow; provider: SsoProvider; claims: Claims },
): Promise<boolean> {
  const decision = await roleDecisionFor(work, { user, provider, claims })
  if (decision.is === 'refused') return false
  if (decision.is === 'kept') await noteRetained(work, { user, provider, decision })
  if (decision.is === 'changed') {
    const { tx } = work
    await lockAccount(tx, user.id, 'no key update')
    await tx
      .update(users)
      .set({ role: decision.to, ...CLEARED_WITH_ROLE })
      .where(eq(users.id, user.id))
    await endOtherSessions(tx, user.id, null)
    await record(work, 'user.role-changed', user.id, { from: user.role, to: decision.to, by: 'provider' })
  }
  return true
}

/** The mapping of a role, also for a test. */
export async function roleDecisionFor(
  {
    tx,
    context,
  }: Pick<TransactionContext, 'tx'> & { context: Pick<TransactionContext['context'], 'settings'> },
  { user, provider, claims }: { user: UserRow; provider: SsoProvider; claims: Claims },
): Promise<RoleDecision> {
  if (provider.rules.roleClaim === undefined) return { is: 'unchanged' }
  const isAdministrator = user.role === 'system_administrator' && user.deactivatedAt === null
  return decideRole(claims, provider.rules, {
    role: user.role,
    isLastSystemAdministrator: isAdministrator && (await lockSystemAdministrators(tx)) === 1,
    isBreakGlass: isBreakGlass(context.settings, user),
    clients: user.role === 'wealth_manager' ? await countClients(tx, user.id) : 0,
  })
}

/** Recorded once a day: the same token arrives at every sign-in. */
async function noteRetained(
  work: TransactionContext<Doer | null>,
  {
    user,
    provider,
    decision,
  }: { user: UserRow; provider: SsoProvider; decision: Extract<RoleDecision, { is: 'kept' }> },
): Promise<void> {
  const { tx, now } = work
  const { wanted, why } = decision
  const details = { provider: provider.name, wanted, why }
  const isRecent = and(
    eq(auditEvents.objectId, user.id),
    eq(auditEvents.action, 'sso.role-kept'),
    eq(auditEvents.details, details),
    gt(auditEvents.at, new Date(now.getTime() - DAY_MS)),
  )
  if ((await tx.$count(auditEvents, isRecent)) > 0) return
  await record(work, 'sso.role-kept', user.id, details)
}
