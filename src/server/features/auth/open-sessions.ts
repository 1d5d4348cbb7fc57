import { roles, type Role } from '#domain/users/roles.ts'
import type { DatabaseConnection } from '#server/platform/db/database.ts'
import { sessionLimits } from './session-limits.ts'

/** What nearly everybody is who is signed in. */
const MOST: Role = 'client'

/** Who is signed in: in how many sessions, and how many people that are. */
export interface SignedInNow {
  sessions: number
  people: number
}

/**
 * Counts the sessions that a request could be made in just now: those that ended by themselves are swept later. Nearly all who are
 * signed in are clients, so that only everybody else is looked up among the users, and clients whose account is deactivated.
 */
export async function countSignedIn(
  { pool }: Pick<DatabaseConnection, 'pool'>,
  now: Date,
): Promise<SignedInNow> {
  const seenSince = (role: Role) => new Date(now.getTime() - sessionLimits[role].idleMs)
  const others = roles.filter((role) => role !== MOST)
  const { rows } = await pool.query<SignedInNow>({
    name: 'count_signed_in',
    text: `with idle as (select * from unnest($3::text[], $4::timestamptz[]) as idle(role, seen_since)),
      others as (
        select id, status, seen_since from users join idle using (role)
        union all
        select id, status, null from users where role = '${MOST}' and status = 'deactivated')
      select count(*)::int as sessions, count(distinct user_id)::int as people
      from sessions left join others on others.id = user_id
      where ends_at > $1 and status is distinct from 'deactivated' and last_seen_at > coalesce(seen_since, $2)`,
    values: [now, seenSince(MOST), others, others.map(seenSince)],
  })
  return rows[0] ?? { sessions: 0, people: 0 }
}
