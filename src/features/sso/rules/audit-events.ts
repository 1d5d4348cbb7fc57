import { clientEvent, event, type ProofFailure } from '#features/audit/rules/event.ts'
import type { AddressGap } from './claims.ts'
import type { LinkedHow } from './link.ts'
import type { SsoRejection } from './rejections.ts'
import type { RoleRetained } from './role.ts'
import type { Role } from '#features/access/rules/roles.ts'

export const ssoEvents = {
  /** A staff account was linked to a person at a provider. */
  'sso.linked': clientEvent<{ provider: string; how: LinkedHow }>('Linked to single sign-on', 'sign-in'),
  'sso.unlinked': clientEvent<{ provider: string; by: 'owner' | 'administrator' }>(
    'Unlinked from single sign-on',
    'sign-in',
  ),
  'sso.unlink-failed': clientEvent<{ reason: ProofFailure }>(
    'Unlinking from single sign-on rejected',
    'sign-in',
  ),
  /** A sign-in at a provider that opened no account; `missing` names the claim or domain. */
  'sso.refused': event<{ provider: string; reason: SsoRejection; missing?: AddressGap }>(
    'Single sign-on rejected',
    'sign-in',
  ),
  /** The provider's role was not taken over. */
  'sso.role-kept': event<{ provider: string; wanted: Role | null; why: RoleRetained }>(
    'Role from single sign-on not taken over',
    'sign-in',
  ),
  /** A system administrator allowed linking without a password, or withdrew that. */
  'sso.linking-opened': event<{ open: boolean }>('Linking to single sign-on allowed or withdrawn', 'sign-in'),
}
