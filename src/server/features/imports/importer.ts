import { eq } from 'drizzle-orm'
import { scopeFor } from '#domain/authorisation/decide.ts'
import type { Doer } from '#server/shared/actor.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema.ts'

/** The user who started an import, with their current role; null where they may not import any more. */
export async function importerOf(db: Queries, id: string): Promise<Doer | null> {
  const [user] = await db
    .select({ role: users.role, deactivatedAt: users.deactivatedAt, complianceSince: users.complianceSince })
    .from(users)
    .where(eq(users.id, id))
  if (user === undefined || user.deactivatedAt !== null) return null
  const { role, complianceSince } = user
  const scope = scopeFor({ role, compliance: complianceSince !== null }, 'clients.import')
  return scope === 'none' ? null : { userId: id, role }
}
