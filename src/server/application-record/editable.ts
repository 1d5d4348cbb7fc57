import { eq } from 'drizzle-orm'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import { applications } from '#server/db/schema.ts'
import { isTimeFor, type Owned } from '#server/permission.ts'
import { Refusal, notFound } from '#server/refusal.ts'

type Change = 'document.add' | 'document.remove'

/**
 * Files change as long as answers do (decisions, "After submission").
 *
 * @throws Refusal conflict, not-editable
 */
export function requireEditable(actor: Actor, change: Change, application: Owned): void {
  if (isTimeFor(actor, change, application)) return
  throw new Refusal('conflict', 'Your application can no longer be changed, and neither can its files.', {
    code: 'not-editable',
  })
}

/**
 * The id of a client's application, where files can be added just now. Decisive is the lock of whoever adds them.
 */
export async function editableApplicationOf(db: Database, actor: Actor): Promise<string> {
  const { id, userId, wealthManagerId, status } = applications
  const [application] = await db
    .select({ id, userId, wealthManagerId, status })
    .from(applications)
    .where(eq(userId, actor.userId))
  if (application === undefined) throw notFound()
  requireEditable(actor, 'document.add', application)
  return application.id
}
