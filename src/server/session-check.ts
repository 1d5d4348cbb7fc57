import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor, Doer } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { prepareOnce } from '#server/db/prepare-once.ts'
import { sessions, users } from '#server/db/schema.ts'
import { signedOut } from '#server/refusal.ts'

/** A request that takes longer than this has waited: for a queue, a lock, a password hash or a slow file. */
const MAX_AGE_MS = 250

const findRole = prepareOnce((db) =>
  db
    .select({ role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('sessionId')), isNull(users.deactivatedAt)))
    .prepare('find_session_role'),
)

/**
 * Checks again that a caller's session, account and role are what the request was authorised by, where that is some time
 * ago. Reads what is committed, outside of any transaction of the caller: one that ends its own session is not refused.
 *
 * @throws Refusal signed-out (401)
 */
export async function requireCurrentSession(
  { database }: Pick<Context, 'database'>,
  actor: Doer | null,
): Promise<void> {
  if (!hasSession(actor) || performance.now() - actor.checkedAt < MAX_AGE_MS) return
  const { sessionId, role } = actor
  const [current] = await database.read((db) => findRole(db).execute({ sessionId }))
  if (current?.role !== role) throw signedOut()
}

/** Jobs act for users without a session of theirs: each checks its user. */
function hasSession(actor: Doer | null): actor is Actor {
  return actor !== null && 'sessionId' in actor
}
