import { asc, eq, sql } from 'drizzle-orm'
import { wasDone } from '#features/review/rules/bulk-acts.ts'
import { bulkActRows, bulkActs } from '#features/review/schema/bulk-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { prepare, withMailOf } from './actions.ts'
import { notifyManagersOf } from './notify-managers.ts'

/** Maximum of applications tried to find one that is not skipped. */
const MAX_TRIED = 10

/**
 * Queues the mails of a bulk action for a preview: those to one client who is not skipped, and the summary to managers.
 * For dry runs only.
 */
export async function mailExamples(act: CommandContext, id: string): Promise<void> {
  const { db } = act.context.database
  const [bulkAct] = await db.select().from(bulkActs).where(eq(bulkActs.id, id))
  if (bulkAct === undefined) return
  if (bulkAct.act.name === 'assign') {
    await db.execute(sql`
      update ${bulkActRows} as rows set outcome = 'done', manager_before = ${users.wealthManagerId}
      from ${applications} join ${users} on ${users.id} = ${applications.userId}
      where rows.bulk_act_id = ${id} and ${applications.id} = rows.application_id
        and ${users.wealthManagerId} is distinct from ${bulkAct.act.wealthManagerId}`)
    await inTransaction(act, async (work) => notifyManagersOf(work, bulkAct))
    return
  }
  const rows = await db
    .select({ applicationId: bulkActRows.applicationId })
    .from(bulkActRows)
    .where(eq(bulkActRows.bulkActId, id))
    .orderBy(asc(bulkActRows.position))
    .limit(MAX_TRIED)
  for (const { applicationId } of rows) {
    if (await isDone(act, bulkAct, applicationId)) return
  }
}

async function isDone(
  caller: CommandContext,
  { act: wanted }: typeof bulkActs.$inferSelect,
  applicationId: string,
): Promise<boolean> {
  const act = withMailOf(caller, wanted)
  const verb = await prepare(act, wanted, [applicationId])
  const done = (await inTransaction(act, (work) => verb(work, [applicationId]))).get(applicationId)
  return done !== undefined && wasDone.has(done.outcome)
}
