import type { Role } from '#features/access/rules/roles.ts'
import { nowhere } from '#features/access/server/actor.ts'
import { sessionLimitsOf, signInDefaults } from '#features/brand/rules/sign-in-section.ts'
import { newSession, type SessionToBegin } from '#features/sign-in/server/sessions.ts'
import type { DatabaseConnection } from '#base/server/db/database.ts'
import { sessions } from '#features/access/schema/tables.ts'

/** The session's user and start; plain by default. */
type SessionFacts = { userId: string; role: Role; now: Date } & Partial<SessionToBegin>

/** Inserts a session without a sign-in: nothing is recorded, and no other session ends. */
export async function putSession(
  { db }: Pick<DatabaseConnection, 'db'>,
  facts: SessionFacts,
): Promise<{ id: string; token: string; endsAt: Date }> {
  const { absoluteMs } = sessionLimitsOf(signInDefaults)[facts.role]
  const plain = { absoluteMs, temporaryPasswordHash: null, secondFactor: null, origin: nowhere }
  const { row, token } = newSession({ ...plain, ...facts })
  await db.insert(sessions).values(row)
  return { id: row.id, token, endsAt: row.endsAt }
}
