import type { AnswerOf } from '#base/rules/api/contract.ts'
import { countByStatus } from '#features/review/server/counts.ts'
import { countSignedIn } from '#features/sign-in/server/open-sessions.ts'
import type { SessionContext } from '#features/sign-in/server/sessions.ts'
import { countByRoleAndStatus } from './list-accounts.ts'

/** The numbers of users, applications and sessions. */
export async function systemStats(
  context: SessionContext,
  now: Date,
): Promise<AnswerOf<'GET /api/system-admin/stats'>> {
  const { db } = context.database
  const [users, statuses, { sessions: activeSessions }] = await Promise.all([
    countByRoleAndStatus(db),
    countByStatus(db, null),
    countSignedIn(context, now),
  ])
  return {
    totalUsers: users.reduce((sum, { count }) => sum + count, 0),
    activeSessions,
    totalApplications: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    users,
  }
}
