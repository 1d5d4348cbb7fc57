import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import { waitsForClient } from '#features/due-diligence/rules/tasks.ts'
import { lastAskedRefresh } from '#features/due-diligence/rules/rating/rate.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { decryptRow } from '#features/applications/server/record/application-row.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { askClient } from '../ask.ts'
import { checkTasks } from '../check-tasks.ts'
import { loadDueDiligence } from '../load.ts'

const CLIENTS_AT_ONCE = 50

/**
 * Asks clients of the firm, 60 days before their due diligence is refreshed, to confirm what they declared: once for
 * each rating, in one mail. When is decided by the level of risk; the mail is the same for all.
 */
export async function refreshDueDiligence(context: Context): Promise<void> {
  const { keyring, settings } = context
  if (!settings.dueDiligence.on) return
  const act = systemContext(context)
  for (let left = true; left;) {
    left = await inTransaction(act, async (work) => {
      const { tx, now } = work
      const rows = await tx
        .select({ application: applications, recipient: users.username, refreshOn: riskRatings.refreshOn })
        .from(riskRatings)
        .innerJoin(applications, eq(applications.id, riskRatings.applicationId))
        .innerJoin(users, eq(users.id, applications.userId))
        .where(
          and(
            isNull(riskRatings.supersededAt),
            isNull(riskRatings.refreshAskedAt),
            lte(riskRatings.refreshOn, lastAskedRefresh(dayOf(now))),
            eq(applications.status, 'onboarded'),
            isNull(users.deactivatedAt),
            context.gate.isServed(settings, applications.id),
          ),
        )
        .orderBy(asc(riskRatings.refreshOn), asc(riskRatings.id))
        .limit(CLIENTS_AT_ONCE)
        .for('update', { of: applications, skipLocked: true })
      const loading = { keyring, settings, database: { db: tx } }
      for (const { application: row, recipient, refreshOn } of rows) {
        const application = decryptRow(keyring, row)
        const found = await loadDueDiligence(loading, application, now)
        const open = found.tasks.filter((one) => waitsForClient(one.now.state))
        await checkTasks(work, row.id)
        if (open.length === 0) continue
        const { fullName } = application.answers
        await askClient(work, row.id, { recipient, fullName, open, due: refreshOn })
      }
      await tx
        .update(riskRatings)
        .set({ refreshAskedAt: now })
        .where(
          and(
            isNull(riskRatings.supersededAt),
            inArray(
              riskRatings.applicationId,
              rows.map(({ application }) => application.id),
            ),
          ),
        )
      return rows.length === CLIENTS_AT_ONCE
    })
  }
}
