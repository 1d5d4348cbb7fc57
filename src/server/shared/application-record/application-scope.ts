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
 * The applications that somebody reaches with an action, as a condition on `applications`: what lies outside is not
 * found, and so looks like what is missing. Says the same as `decide` does of one that is loaded.
 *
 * @returns undefined where all of them are reached
 */
export function inScope({ userId, role }: Doer, action: Action): SQL | undefined {
  return conditions[scopeOf(role, action)](userId)
}
