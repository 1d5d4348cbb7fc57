import type { Role } from '#features/access/rules/roles.ts'
import { roleNamesOf, type Claims, type ProviderRules } from './claims.ts'

/** Why a role at the provider does not count. */
export type RoleRetained =
  | 'claim-missing'
  | 'none-mapped'
  | 'last-system-administrator'
  | 'break-glass'
  | 'has-clients'

/** An account, as far as its role depends on it. */
export interface RoleHolder {
  role: Role
  isLastSystemAdministrator: boolean
  isBreakGlass: boolean
  /** Number of a wealth manager's clients. */
  clients: number
}

/** Result of mapping a role. */
export type RoleDecision =
  | { is: 'unchanged' }
  | { is: 'changed'; to: Role }
  | { is: 'kept'; wanted: Role | null; why: RoleRetained }
  | { is: 'refused' }

/**
 * Maps the role of a person at a provider. A missing claim changes nothing: no one loses a role because a token was too
 * small.
 */
export function decideRole(claims: Claims, rules: ProviderRules, holder: RoleHolder): RoleDecision {
  if (rules.roleClaim === undefined) return { is: 'unchanged' }
  const names = roleNamesOf(claims, rules)
  if (names === null) return { is: 'kept', wanted: null, why: 'claim-missing' }
  const wanted = rules.roles.find(([, name]) => names.includes(name))?.[0]
  if (wanted === undefined)
    return rules.requireRole ? { is: 'refused' } : { is: 'kept', wanted: null, why: 'none-mapped' }
  if (wanted === holder.role) return { is: 'unchanged' }
  const why = whyRetained(holder, rules)
  return why === null ? { is: 'changed', to: wanted } : { is: 'kept', wanted, why }
}

function whyRetained(
  { role, isBreakGlass, isLastSystemAdministrator, clients }: RoleHolder,
  { roles }: ProviderRules,
) {
  if (isBreakGlass) return 'break-glass'
  if (role === 'system_administrator') {
    // A provider whose settings do not name the role never takes it away.
    const isNamed = roles.some(([named]) => named === 'system_administrator')
    return isLastSystemAdministrator || !isNamed ? 'last-system-administrator' : null
  }
  return role === 'wealth_manager' && clients > 0 ? 'has-clients' : null
}
