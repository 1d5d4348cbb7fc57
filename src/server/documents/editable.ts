import { eq } from 'drizzle-orm'
import { isEditable } from '#domain/applications/lifecycle/transitions.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { Database } from '#server/db/database.ts'
import { applications } from '#server/db/schema.ts'
import { Refusal, notFound } from '#server/refusal.ts'

/**
 * Files change as long as answers do (decisions, "After submission").
 *
 * @throws Refusal conflict, not-editable
 */
export function requireEditable({ status }: { status: ApplicationStatus }): void {
  if (isEditable(status)) return
  throw new Refusal('conflict', 'Your application can no longer be changed, and neither can its files.', {
    code: 'not-editable',
  })
}

/**
 * The id of a client's application, where its files can be changed just now. Decisive is the lock of whoever
 * changes them.
 */
export async function editableApplicationOf(db: Database, userId: string): Promise<string> {
  const [application] = await db
    .select({ id: applications.id, status: applications.status })
    .from(applications)
    .where(eq(applications.userId, userId))
  if (application === undefined) throw notFound()
  requireEditable(application)
  return application.id
}
