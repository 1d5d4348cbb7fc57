import type pg from 'pg'
import type { AnswerOf } from '#domain/api/contract.ts'
import { countByStatus } from '#server/desk/tallies.ts'
import { countSignedIn } from '#server/auth/open-sessions.ts'
import { countByRoleAndStatus } from './list-accounts.ts'

/** How many users and applications there are, from tallies, and who is signed in. */
export async function systemStats(
  pool: pg.Pool,
  now: Date,
): Promise<AnswerOf<'GET /api/system-admin/stats'>> {
  const [users, statuses, { sessions: activeSessions }] = await Promise.all([
    countByRoleAndStatus(pool),
    countByStatus(pool, null),
    countSignedIn({ pool }, now),
  ])
  return {
    totalUsers: users.reduce((sum, { count }) => sum + count, 0),
    activeSessions,
    totalApplications: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    users,
  }
}
