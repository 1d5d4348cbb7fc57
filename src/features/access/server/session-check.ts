import type { Actor, Doer } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import { signedOut } from '#base/server/domain-error.ts'

/** A request older than this has waited: for a queue, a lock, a password hash or a slow file. */
const MAX_AGE_MS = 250

/**
 * Checks again that a caller's session, account, role and absences that they cover are unchanged since the request was authorised, unless that
 * was recent. Reads committed data outside the caller's transaction, so a request that ends its own session passes;
 * uses the small pool, so that transactions never wait for each other's connections.
 *
 * @throws DomainError signed-out (401)
 */
export async function requireCurrentSession(
  { database }: Pick<Context, 'database'>,
  actor: Doer | null,
): Promise<void> {
  if (!hasSession(actor) || performance.now() - actor.checkedAt < MAX_AGE_MS) return
  const { rowCount } = await database.unsynced.query({
    name: 'find_current_session',
    text: `select 1 from sessions join users on users.id = user_id
      where sessions.id = $1 and users.role = $2 and users.deactivated_at is null
        and cardinality($3::uuid[]) = (select count(*) from stand_ins
          where stand_in_id = user_id and manager_id = any($3) and ended_at is null)`,
    values: [actor.sessionId, actor.role, actor.standsInFor ?? []],
  })
  if (rowCount !== 1) throw signedOut()
}

/** Jobs act for users without their session, and check each user themselves. */
function hasSession(actor: Doer | null): actor is Actor {
  return actor !== null && 'sessionId' in actor
}
