import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { Role } from '#domain/users/roles.ts'
import { dutyOf, type Duty, type Standing } from './pending-requirements.ts'
import { permissions, type Action, type Reach } from './permissions.ts'

/** Who wants to do something, as their session says. */
export interface Who extends Standing {
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
  | `${Duty}-first`
  | 'not-for-this-role'
  | 'out-of-reach'
  | 'not-now'

const reaches = {
  none: () => false,
  own: ({ userId }, { clientId }) => userId === clientId,
  assigned: ({ userId }, { managerId }) => userId === managerId,
  all: () => true,
} as const satisfies Record<Reach, (who: Who, subject: Subject) => boolean>

/** How far somebody of a role reaches with an action: what a query of many objects has to keep to. */
export function reachOf(role: Role, action: Action): Reach {
  return permissions[action].reach[role] ?? 'none'
}

/**
 * Decides whether somebody may do something, by the one table of permissions. What is not in it, nobody may.
 *
 * @param who null for nobody
 * @param subject left out where it is asked whether they may do it to any object at all, before one is loaded
 */
export function decide(who: Who | null, action: Action, subject?: Subject): Decision {
  const { during, despite = [] } = permissions[action]
  if (who === null) return 'signed-out'
  const duty = dutyOf(who)
  if (duty !== null && !despite.includes(duty)) return `${duty}-first`
  const reach = reachOf(who.role, action)
  if (reach === 'none') return 'not-for-this-role'
  if (subject === undefined) return 'yes'
  if (!reaches[reach](who, subject)) return 'out-of-reach'
  return during === undefined || during.includes(subject.status) ? 'yes' : 'not-now'
}
