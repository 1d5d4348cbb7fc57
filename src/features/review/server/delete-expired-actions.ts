import { lt } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { pendingActions } from '#features/applications/schema/pending-actions-schema.ts'

/** Deletes pending actions that can no longer be undone. */
export async function deleteExpiredActions({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): Promise<void> {
  await database.db.delete(pendingActions).where(lt(pendingActions.until, now()))
}
