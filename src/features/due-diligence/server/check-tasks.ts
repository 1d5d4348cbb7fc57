import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { dueDiligenceTasks as rows } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { decryptRow } from '#features/applications/server/record/application-row.ts'
import type { Doer } from '#features/access/server/actor.ts'
import {
  inTransaction,
  systemContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { withdrawRequest } from '#features/approvals/server/withdraw-request.ts'
import { loadDueDiligence } from './load.ts'
import { clientRating } from './rating/client-rating.ts'

const APPLICATIONS_AT_ONCE = 50

/**
 * Stores what lists filter by and SQL cannot know, since answers and declarations are encrypted. Called after a change
 * of a task, in its transaction; the gate does not rely on it. Withdraws the request about a rating whose facts changed.
 */
export async function checkTasks(
  work: TransactionContext<Doer | null, 'keyring' | 'settings'>,
  applicationId: string,
): Promise<void> {
  const {
    tx,
    context: { keyring, settings },
    now,
  } = work
  const [row] = await tx.select().from(applications).where(eq(applications.id, applicationId))
  if (row === undefined) return
  const application = decryptRow(keyring, row)
  const found = await loadDueDiligence({ keyring, settings, database: { db: tx } }, application, now)
  const outdated = found.tasks.filter((one) => one.outdated).map(({ task }) => task)
  await tx
    .update(rows)
    .set({
      outdated: outdated.length === 0 ? false : sql`${inArray(rows.task, outdated)}`,
      needsApproval: found.exposure !== 'none',
      checkedAt: row.updatedAt,
    })
    .where(eq(rows.applicationId, applicationId))
  const { current } = await clientRating(tx, keyring, found)
  if (current === null) return
  if (current.outdated) await withdrawRequest(work, current.row.id, 'facts')
  await tx
    .update(riskRatings)
    .set({ outdated: current.outdated })
    .where(and(eq(riskRatings.id, current.row.id), ne(riskRatings.outdated, current.outdated)))
}

/**
 * Checks tasks whose client has changed answers since they were handed in. A job each minute instead of a check in
 * every save, which happens while clients type.
 */
export async function checkChangedTasks(context: Context): Promise<void> {
  if (!context.settings.dueDiligence.on) return
  const act = systemContext(context)
  for (let left = true; left;) {
    left = await inTransaction(act, async (work) => {
      const { tx, now } = work
      // The day of a change is indexed, and its time is not.
      const since = dayOf(new Date(now.getTime() - DAY_MS))
      const changed = await tx
        .select({ id: applications.id })
        .from(applications)
        .innerJoin(summaries, eq(summaries.applicationId, applications.id))
        .where(
          and(
            gte(summaries.lastActiveOn, since),
            inArray(
              applications.id,
              tx
                .select({ id: rows.applicationId })
                .from(rows)
                .where(
                  and(
                    eq(rows.applicationId, applications.id),
                    ne(rows.state, 'open'),
                    ne(sql`coalesce(${rows.checkedAt}, '-infinity')`, applications.updatedAt),
                  ),
                ),
            ),
          ),
        )
        .limit(APPLICATIONS_AT_ONCE)
        .for('update', { of: applications, skipLocked: true })
      for (const { id } of changed) await checkTasks(work, id)
      return changed.length === APPLICATIONS_AT_ONCE
    })
  }
}
