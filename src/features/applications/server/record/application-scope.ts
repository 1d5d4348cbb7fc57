import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import type { Action, Scope } from '#features/access/rules/authorisation/permissions.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { applications } from '#features/access/schema/tables.ts'

const conditions = {
  none: () => sql`false`,
  own: ({ userId }: Doer) => eq(applications.userId, userId),
  assigned: ({ userId, standsInFor = [] }: Doer) =>
    standsInFor.length === 0
      ? eq(applications.wealthManagerId, userId)
      : inArray(applications.wealthManagerId, [userId, ...standsInFor]),
  all: () => undefined,
} as const satisfies Record<Scope, (actor: Doer) => SQL | undefined>

/**
 * The applications in an actor's scope for an action, as a condition on `applications`: others look missing. Equivalent
 * to `decide` for a loaded application.
 *
 * @returns undefined for all applications
 */
export function inScope(actor: Doer, action: Action): SQL | undefined {
  return conditions[scopeOf(actor.role, action)](actor)
}
