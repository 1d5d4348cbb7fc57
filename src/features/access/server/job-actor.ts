import { eq } from 'drizzle-orm'
import { scopeFor } from '#features/access/rules/authorisation/decide.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import type { Queries } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Doer } from './actor.ts'

/** The user who started a job, with their current role; null where they may not do this any more. */
export async function jobActor(db: Queries, id: string, action: Action): Promise<Doer | null> {
  const [user] = await db
    .select({ role: users.role, deactivatedAt: users.deactivatedAt, complianceSince: users.complianceSince })
    .from(users)
    .where(eq(users.id, id))
  if (user === undefined || user.deactivatedAt !== null) return null
  const { role, complianceSince } = user
  const scope = scopeFor({ role, compliance: complianceSince !== null }, action)
  return scope === 'none' ? null : { userId: id, role }
}
