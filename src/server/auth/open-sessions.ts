import { roles } from '#domain/users/roles.ts'
import type { DatabaseConnection } from '#server/db/database.ts'
import { sessionLimits } from './session-limits.ts'

/** Who is signed in: in how many sessions, and how many people that are. */
export interface SignedInNow {
  sessions: number
  people: number
}

/** Counts the sessions that a request could be made in just now: those that ended by themselves are swept later. */
export async function countSignedIn(
  { pool }: Pick<DatabaseConnection, 'pool'>,
  now: Date,
): Promise<SignedInNow> {
  const seenSince = roles.map((role) => new Date(now.getTime() - sessionLimits[role].idleMs))
  const { rows } = await pool.query<SignedInNow>({
    name: 'count_signed_in',
    text: `select count(*)::int as sessions, count(distinct user_id)::int as people
      from sessions join users on users.id = sessions.user_id
      join unnest($2::text[], $3::timestamptz[]) as idle(role, seen_since) on idle.role = users.role
      where ends_at > $1 and last_seen_at > idle.seen_since and deactivated_at is null`,
    values: [now, roles, seenSince],
  })
  return rows[0] ?? { sessions: 0, people: 0 }
}
