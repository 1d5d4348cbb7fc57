import { lt } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { heldActs } from '#server/platform/db/pending-actions-schema.ts'

/** Deletes pending actions that can no longer be undone. */
export async function deleteExpiredActions({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): Promise<void> {
  await database.db.delete(heldActs).where(lt(heldActs.until, now()))
}
