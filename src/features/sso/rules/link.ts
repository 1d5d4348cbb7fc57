import { isStaff, type Role } from '#features/access/rules/roles.ts'
import type { UserStatus } from '#features/access/rules/statuses.ts'
import type { ProviderPerson } from './claims.ts'

/** Why a sign-in at a provider opens no account here. */
export type LinkRejection =
  | 'deactivated'
  | 'not-staff'
  | 'no-account'
  | 'address-not-vouched'
  | 'already-linked'
  | 'linking-not-open'

/** How an account became linked to a person at a provider. */
export type LinkedHow = 'invitation' | 'password' | 'passkey' | 'signed-in' | 'opened'

/** An account here, as far as linking depends on it. */
export interface LinkableAccount {
  role: Role
  status: UserStatus
  hasPassword: boolean
  /** Whether another person at this provider is linked to it. */
  isLinked: boolean
  /** Until when a system administrator allows linking without a password. */
  linkUntil: Date | null
}

/** Result of a sign-in at a provider. */
export type LinkDecision =
  | { is: 'sign-in' }
  | { is: 'link'; how: LinkedHow }
  /** The account's password or passkey is asked for once. */
  | { is: 'ask' }
  | { is: 'refused'; reason: LinkRejection }

const refused = (reason: LinkRejection): LinkDecision => ({ is: 'refused', reason })

/**
 * Decides about a person who is linked already. The address at the provider does not matter: it may have changed.
 *
 * @param account the linked account
 */
export function decideLinked({ role, status }: Pick<LinkableAccount, 'role' | 'status'>): LinkDecision {
  if (!isStaff(role)) return refused('not-staff')
  return status === 'deactivated' ? refused('deactivated') : { is: 'sign-in' }
}

/**
 * Decides about a person who is not linked. An address alone never opens an active account, and one that the provider
 * does not vouch for gets the same answer whether or not there is an account.
 *
 * @param account the account with the person's address; null for none
 */
export function decideUnlinked(
  { gap }: Pick<ProviderPerson, 'gap'>,
  account: LinkableAccount | null,
  now: Date,
): LinkDecision {
  if (gap !== null) return refused('address-not-vouched')
  if (account === null || !isStaff(account.role) || account.status === 'deactivated')
    return refused('no-account')
  if (account.isLinked) return refused('already-linked')
  if (account.status === 'invited' && !account.hasPassword) return { is: 'link', how: 'invitation' }
  const isOpen = account.linkUntil !== null && account.linkUntil > now
  if (isOpen && account.role !== 'system_administrator') return { is: 'link', how: 'opened' }
  return account.hasPassword ? { is: 'ask' } : refused('linking-not-open')
}
