import { eq, inArray, or } from 'drizzle-orm'
import { scopeOf } from '#domain/authorisation/decide.ts'
import type { Action } from '#domain/authorisation/permissions.ts'
import { isStaff, type Role } from '#domain/users/roles.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { isAllowedNow } from '#server/shared/permission.ts'
import { DomainError } from '#server/platform/domain-error.ts'

/** A stored response, and the request that asks for it again. */
export interface Replay {
  actor: Actor
  /** What the call needs permission for. */
  access: Action
  input: unknown
  answer: unknown
  /** The role of its caller when it was stored; undefined where an earlier release stored it. */
  role: Role | undefined
}

/**
 * Lets a stored response go only to a caller who still may see it: in the role that made the request, and with the
 * client that it is about still in scope.
 *
 * @throws DomainError forbidden after a change of role, not-found for a client out of scope
 */
export async function requireScope(db: Queries, replay: Replay): Promise<void> {
  const { actor, role } = replay
  if (role !== undefined && role !== actor.role) {
    throw new DomainError(
      'forbidden',
      'Your role has changed since this request was first sent, so we can’t show its response again.',
    )
  }
  const action = actionOf(replay)
  for (const application of await applicationsOf(db, replay)) isAllowedNow(actor, action, application)
}

/** What staff do with something of their own, undoing for one, is still about a client whom they must be able to see. */
function actionOf({ actor: { role }, access }: Replay): Action {
  return isStaff(role) && scopeOf(role, access) === 'own' ? 'application.review' : access
}

/** The applications that request and response name: by their own id, or their client's id or address. */
async function applicationsOf(db: Queries, { input, answer }: Replay) {
  const ids = [textOf(input, 'params', 'id'), textOf(answer, 'id'), textOf(answer, 'applicationId')].filter(
    (id) => id !== undefined,
  )
  const email = textOf(answer, 'email')
  if (ids.length === 0 && email === undefined) return []
  const { id, userId, wealthManagerId, status } = applications
  return db
    .select({ userId, wealthManagerId, status })
    .from(applications)
    .innerJoin(users, eq(users.id, userId))
    .where(
      or(inArray(id, ids), inArray(userId, ids), email === undefined ? undefined : eq(users.username, email)),
    )
}

function textOf(value: unknown, ...path: string[]): string | undefined {
  const found = path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  )
  return typeof found === 'string' ? found : undefined
}
