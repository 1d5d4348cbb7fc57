import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { pendingRequirement, type PendingRequirement, type Standing } from './pending-requirements.ts'
import { compliancePermissions, permissions, type Action, type Scope } from './permissions.ts'

/** The caller, according to the session. */
export interface Caller extends Standing {
  userId: string
  role: Role
  /** An admin who reads everything and changes nothing. */
  compliance?: boolean
  /** The managers whose clients they see and act for, because they stand in for them. */
  standsInFor?: readonly string[]
}

/** The properties of an application, or of something in one, that permissions depend on. */
export interface Subject {
  /** The owning client. */
  clientId: string
  /** The client's current wealth manager. */
  managerId: string | null
  status: ApplicationStatus
}

/**
 * Result of an authorisation check: yes, or the first reason against it. `out-of-scope` must look like a missing
 * object; `not-now` is for callers with the object in scope.
 */
export type Decision =
  | 'yes'
  | 'signed-out'
  | `${PendingRequirement}-first`
  | 'not-for-this-role'
  | 'out-of-scope'
  | 'not-now'

const isInScope = {
  none: () => false,
  own: ({ userId }, { clientId }) => userId === clientId,
  assigned: ({ userId, standsInFor = [] }, { managerId }) =>
    managerId !== null && (userId === managerId || standsInFor.includes(managerId)),
  all: () => true,
} as const satisfies Record<Scope, (caller: Caller, subject: Subject) => boolean>

/** A caller's scope for an action. */
export function scopeFor(
  { role, compliance = false }: Pick<Caller, 'role' | 'compliance'>,
  action: Action,
): Scope {
  return compliance ? (compliancePermissions[action] ?? 'none') : scopeOf(role, action)
}

/** A role's scope for an action, which list queries must apply. */
export function scopeOf(role: Role, action: Action): Scope {
  return permissions[action].scope[role] ?? 'none'
}

/**
 * Authorises an action by the permission table; anything not listed there is denied.
 *
 * @param caller null without a session
 * @param subject left out to ask whether the action is possible on any object
 */
export function decide(caller: Caller | null, action: Action, subject?: Subject): Decision {
  const { during, despite = [] } = permissions[action]
  if (caller === null) return 'signed-out'
  const requirement = pendingRequirement(caller)
  if (requirement !== null && !despite.includes(requirement)) return `${requirement}-first`
  const scope = scopeFor(caller, action)
  if (scope === 'none') return 'not-for-this-role'
  if (subject === undefined) return 'yes'
  if (!isInScope[scope](caller, subject)) return 'out-of-scope'
  return during === undefined || during.includes(subject.status) ? 'yes' : 'not-now'
}
