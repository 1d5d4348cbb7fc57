import { lt } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { heldActs } from '#server/platform/db/pending-actions-schema.ts'

/** Forgets what can be taken back no longer. */
export async function sweepHeldActs({ database, now }: Pick<Context, 'database' | 'now'>): Promise<void> {
  await database.db.delete(heldActs).where(lt(heldActs.until, now()))
}
