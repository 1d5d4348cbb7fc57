import { and, desc, eq, sql } from 'drizzle-orm'
import { healthOf, thresholds } from '#base/rules/health.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { formatDuration } from '#base/server/health/amounts.ts'
import type { Check } from '#features/access/server/health-check.ts'

const HOUR_MS = 3_600_000

/** The age of the newest complete backup in the audit log. */
export const backupCheck: Check = {
  name: 'backup',
  title: 'Backup',
  async run({ database: { db }, now }) {
    const isComplete = sql`coalesce((${auditEvents.details}->>'missing')::int, 0) = 0`
    const [newest] = await db
      .select({ at: auditEvents.at })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'backup.taken'), isComplete))
      .orderBy(desc(auditEvents.at), desc(auditEvents.id))
      .limit(1)
    if (newest === undefined)
      return { health: 'healthy', summary: 'None created', percent: null, figures: [], isAbsent: true }
    const ageMs = now().getTime() - newest.at.getTime()
    return {
      health: healthOf(ageMs / HOUR_MS, thresholds.backupAgeHours),
      summary: `Last taken ${formatDuration(ageMs / 1000)} ago`,
      percent: null,
      figures: [{ label: 'Last complete one', value: formatDateTime(newest.at) }],
    }
  },
}
