import type { AnswerOf } from '#domain/api/contract.ts'
import { countByStatus } from '#server/features/staff-workspace/counts.ts'
import type { DatabaseConnection } from '#server/platform/db/database.ts'
import { countSignedIn } from '#server/features/auth/open-sessions.ts'
import { countByRoleAndStatus } from './list-accounts.ts'

/** The numbers of users, applications and sessions. */
export async function systemStats(
  { db, pool }: Pick<DatabaseConnection, 'db' | 'pool'>,
  now: Date,
): Promise<AnswerOf<'GET /api/system-admin/stats'>> {
  const [users, statuses, { sessions: activeSessions }] = await Promise.all([
    countByRoleAndStatus(db),
    countByStatus(db, null),
    countSignedIn({ pool }, now),
  ])
  return {
    totalUsers: users.reduce((sum, { count }) => sum + count, 0),
    activeSessions,
    totalApplications: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    users,
  }
}
