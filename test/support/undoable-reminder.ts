import { pendingActions } from '#features/applications/schema/pending-actions-schema.ts'
import { newId } from '#base/server/db/id.ts'
import type { HttpSession } from './http.ts'
import type { TestServer } from './server.ts'

/** A reminder that a user can undo for an hour, although its mail was sent. */
export async function undoableReminder(
  { context: { database, now } }: TestServer,
  session: HttpSession,
  applicationId: string,
): Promise<string> {
  const { id: actorId } = (await session.get('/api/user')).body as { id: string }
  const id = newId()
  await database.db.insert(pendingActions).values({
    id,
    actorId,
    applicationId,
    act: { kind: 'reminder', noticeId: newId() },
    mailIds: [],
    until: new Date(now().getTime() + 3_600_000),
  })
  return id
}
