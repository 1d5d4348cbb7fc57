import type { Role } from '#domain/users/roles.ts'
import { nowhere } from '#server/shared/actor.ts'
import { newSession, type SessionToBegin } from '#server/features/auth/sessions.ts'
import type { DatabaseConnection } from '#server/platform/db/database.ts'
import { sessions } from '#server/platform/db/schema.ts'

/** Whose session it is, and from when on; a plain one unless more is said. */
type SessionFacts = { userId: string; role: Role; now: Date } & Partial<SessionToBegin>

/** Puts a session into the database that no one signed in for: nothing is recorded of it, and nothing else ends. */
export async function putSession(
  { db }: Pick<DatabaseConnection, 'db'>,
  facts: SessionFacts,
): Promise<{ id: string; token: string; endsAt: Date }> {
  const plain = { temporaryPasswordHash: null, secondFactor: null, origin: nowhere }
  const { row, token } = newSession({ ...plain, ...facts })
  await db.insert(sessions).values(row)
  return { id: row.id, token, endsAt: row.endsAt }
}
