import { lt } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { bulkActs } from '#features/review/schema/bulk-schema.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** How long the results can be read; the audit log is permanent. */
const RETENTION_MS = 30 * DAY_MS

/** Deletes old finished bulk actions. */
export async function deleteOldBulkActions({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): Promise<void> {
  await database.db.delete(bulkActs).where(lt(bulkActs.endedAt, new Date(now().getTime() - RETENTION_MS)))
}
