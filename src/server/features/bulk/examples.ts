import { asc, eq, sql } from 'drizzle-orm'
import { wasDone } from '#domain/applications/review/bulk-acts.ts'
import { bulkActRows, bulkActs } from '#server/platform/db/bulk-schema.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { inTransaction, type CommandContext } from '#server/shared/command-context.ts'
import { prepare } from './acts.ts'
import { tellManagersOf } from './tell-managers.ts'

/** So many applications are tried for one that is not left out. */
const MOST_TRIED = 10

/**
 * Mails what an act on many mails: to one of its clients who is not left out; and to managers, who hear once of all, as if each
 * had gone to them. For what is rehearsed alone.
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
    await inTransaction(act, async (work) => tellManagersOf(work, bulkAct))
    return
  }
  const rows = await db
    .select({ applicationId: bulkActRows.applicationId })
    .from(bulkActRows)
    .where(eq(bulkActRows.bulkActId, id))
    .orderBy(asc(bulkActRows.place))
    .limit(MOST_TRIED)
  for (const { applicationId } of rows) {
    if (await isDone(act, bulkAct, applicationId)) return
  }
}

async function isDone(
  act: CommandContext,
  { act: wanted }: typeof bulkActs.$inferSelect,
  applicationId: string,
): Promise<boolean> {
  const verb = await prepare(act, wanted, [applicationId])
  const done = (await inTransaction(act, (work) => verb(work, [applicationId]))).get(applicationId)
  return done !== undefined && wasDone.has(done.outcome)
}
