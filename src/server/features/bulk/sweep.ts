import { lt } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { bulkActs } from '#server/platform/db/bulk-schema.ts'

/** For how long somebody can look up what became of each application; the audit log keeps what was done. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/** Forgets acts on many applications that ended long ago. */
export async function sweepBulkActs({ database, now }: Pick<Context, 'database' | 'now'>): Promise<void> {
  await database.db.delete(bulkActs).where(lt(bulkActs.endedAt, new Date(now().getTime() - KEPT_MS)))
}
