import { eq, sql, type SQL } from 'drizzle-orm'
import { scopeOf } from '#domain/authorisation/decide.ts'
import type { Action, Scope } from '#domain/authorisation/permissions.ts'
import type { Doer } from '#server/shared/actor.ts'
import { applications } from '#server/platform/db/schema.ts'

const conditions = {
  none: () => sql`false`,
  own: (userId: string) => eq(applications.userId, userId),
  assigned: (userId: string) => eq(applications.wealthManagerId, userId),
  all: () => undefined,
} as const satisfies Record<Scope, (userId: string) => SQL | undefined>

/**
 * The applications in an actor's scope for an action, as a condition on `applications`: others look missing. Equivalent
 * to `decide` for a loaded application.
 *
 * @returns undefined for all applications
 */
export function inScope({ userId, role }: Doer, action: Action): SQL | undefined {
  return conditions[scopeOf(role, action)](userId)
}
