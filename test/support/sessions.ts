import type { Role } from '#domain/users/roles.ts'
import { nowhere } from '#server/shared/actor.ts'
import { sessionLimitsOf, signInDefaults } from '#domain/firm/sign-in-section.ts'
import { newSession, type SessionToBegin } from '#server/features/auth/sessions.ts'
import type { DatabaseConnection } from '#server/platform/db/database.ts'
import { sessions } from '#server/platform/db/schema.ts'

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
