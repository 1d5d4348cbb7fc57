import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { Role } from '#domain/users/roles.ts'
import { pendingRequirement, type PendingRequirement, type Standing } from './pending-requirements.ts'
import { permissions, type Action, type Scope } from './permissions.ts'

/** Who wants to do something, as their session says. */
export interface Caller extends Standing {
  userId: string
  role: Role
}

/** An application, or something that belongs to one, as far as permission depends on it. */
export interface Subject {
  /** The client whose it is. */
  clientId: string
  /** The client's current wealth manager. */
  managerId: string | null
  status: ApplicationStatus
}

/**
 * What comes of a wish: yes, or the first reason against it. `out-of-reach` must look like an object that is missing;
 * only who reaches an object hears that it is `not-now`.
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
  assigned: ({ userId }, { managerId }) => userId === managerId,
  all: () => true,
} as const satisfies Record<Scope, (caller: Caller, subject: Subject) => boolean>

/** How far somebody of a role reaches with an action: what a query of many objects has to keep to. */
export function scopeOf(role: Role, action: Action): Scope {
  return permissions[action].scope[role] ?? 'none'
}

/**
 * Decides whether somebody may do something, by the one table of permissions. What is not in it, nobody may.
 *
 * @param caller null for nobody
 * @param subject left out where it is asked whether they may do it to any object at all, before one is loaded
 */
export function decide(caller: Caller | null, action: Action, subject?: Subject): Decision {
  const { during, despite = [] } = permissions[action]
  if (caller === null) return 'signed-out'
  const requirement = pendingRequirement(caller)
  if (requirement !== null && !despite.includes(requirement)) return `${requirement}-first`
  const scope = scopeOf(caller.role, action)
  if (scope === 'none') return 'not-for-this-role'
  if (subject === undefined) return 'yes'
  if (!isInScope[scope](caller, subject)) return 'out-of-scope'
  return during === undefined || during.includes(subject.status) ? 'yes' : 'not-now'
}
