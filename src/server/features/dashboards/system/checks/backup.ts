import { desc, eq } from 'drizzle-orm'
import { healthOf, thresholds } from '#domain/system/health.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { formatDuration } from '../amounts.ts'
import type { Check } from './check.ts'

const HOUR_MS = 3_600_000

/** The summary of a site that never ran the backup command. */
export const NO_BACKUP = 'None created'

/**
 * The age of the newest backup in the audit log. Without any, the site may be backed up another way, so that is no
 * error.
 */
export const backupCheck: Check = {
  name: 'backup',
  title: 'Backup',
  async run({ database: { db }, now }) {
    const [newest] = await db
      .select({ at: auditEvents.at })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'backup.taken'))
      .orderBy(desc(auditEvents.at), desc(auditEvents.id))
      .limit(1)
    if (newest === undefined) {
      return { health: 'healthy', summary: NO_BACKUP, percent: null, figures: [] }
    }
    const ageMs = now().getTime() - newest.at.getTime()
    return {
      health: healthOf(ageMs / HOUR_MS, thresholds.backupAgeHours),
      summary: `Last taken ${formatDuration(ageMs / 1000)} ago`,
      percent: null,
      figures: [],
    }
  },
}
