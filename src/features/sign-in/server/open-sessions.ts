import { roles, type Role } from '#features/access/rules/roles.ts'
import type { SessionContext } from './sessions.ts'

/** The role of nearly all signed-in users. */
const MAIN_ROLE: Role = 'client'

/** The numbers of active sessions and of their users. */
export interface SignedInNow {
  sessions: number
  people: number
}

/**
 * Counts active sessions; expired ones are deleted later. Nearly all belong to clients, so only other roles and
 * deactivated clients are looked up among the users.
 */
export async function countSignedIn(
  { database: { pool }, settings: { sessionLimits } }: SessionContext,
  now: Date,
): Promise<SignedInNow> {
  const seenSince = (role: Role) => new Date(now.getTime() - sessionLimits[role].idleMs)
  const others = roles.filter((role) => role !== MAIN_ROLE)
  const { rows } = await pool.query<SignedInNow>({
    name: 'count_signed_in',
    text: `with idle as (select * from unnest($3::text[], $4::timestamptz[]) as idle(role, seen_since)),
      others as (
        select id, status, seen_since from users join idle using (role)
        union all
        select id, status, null from users where role = '${MAIN_ROLE}' and status = 'deactivated')
      select count(*)::int as sessions, count(distinct user_id)::int as people
      from sessions left join others on others.id = user_id
      where ends_at > $1 and status is distinct from 'deactivated' and last_seen_at > coalesce(seen_since, $2)`,
    values: [now, seenSince(MAIN_ROLE), others, others.map(seenSince)],
  })
  return rows[0] ?? { sessions: 0, people: 0 }
}
