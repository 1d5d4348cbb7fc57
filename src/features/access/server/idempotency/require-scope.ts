import { eq, inArray, or } from 'drizzle-orm'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import { isStaff, type Role } from '#features/access/rules/roles.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** A stored response, and the request that repeats it. */
export interface Replay {
  actor: Actor
  /** The action that the call needs permission for. */
  access: Action
  input: unknown
  answer: unknown
  /** The caller's role at the time; undefined for rows of earlier releases. */
  role: Role | undefined
}

/**
 * Returns a stored response only to callers that may still see it: in the same role, and with its client still in
 * scope.
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

/** Staff actions on their own objects, such as undo, still concern a client that must be in scope. */
function actionOf({ actor: { role }, access }: Replay): Action {
  return isStaff(role) && scopeOf(role, access) === 'own' ? 'application.review' : access
}

/** The applications named in request and response: by their id, or their client's id or address. */
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
