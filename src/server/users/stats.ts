import type pg from 'pg'
import type { AnswerOf } from '#domain/api/contract.ts'
import { roles } from '#domain/users/roles.ts'
import { countByStatus } from '#server/desk/tallies.ts'
import { sessionLimits } from '#server/auth/session-limits.ts'
import { countByRoleAndStatus } from './list-accounts.ts'

/** How many users and applications there are, from tallies, and who is signed in. */
export async function systemStats(
  pool: pg.Pool,
  now: Date,
): Promise<AnswerOf<'GET /api/system-admin/stats'>> {
  const [users, statuses, activeSessions] = await Promise.all([
    countByRoleAndStatus(pool),
    countByStatus(pool, null),
    countActiveSessions(pool, now),
  ])
  return {
    totalUsers: users.reduce((sum, { count }) => sum + count, 0),
    activeSessions,
    totalApplications: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    users,
  }
}

/** The sessions that a request could be made in just now: those that ended by themselves are swept later. */
async function countActiveSessions(pool: pg.Pool, now: Date): Promise<number> {
  const seenSince = roles.map((role) => new Date(now.getTime() - sessionLimits[role].idleMs))
  const { rows } = await pool.query<{ count: number }>({
    name: 'count_active_sessions',
    text: `select count(*)::int as count from sessions join users on users.id = sessions.user_id
      join unnest($2::text[], $3::timestamptz[]) as idle(role, seen_since) on idle.role = users.role
      where ends_at > $1 and last_seen_at > idle.seen_since and deactivated_at is null`,
    values: [now, roles, seenSince],
  })
  return rows[0]?.count ?? 0
}
