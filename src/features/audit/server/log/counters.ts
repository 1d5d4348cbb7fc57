import { eq, sql, type SQL } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { auditCounters } from '#features/audit/schema.ts'
import { isSecurityEvent } from '#features/audit/server/row-conditions.ts'
import { readWatermark } from './committed-watermark.ts'

type CounterName = (typeof auditCounters.$inferSelect)['name']

/** Which rows each counter counts. */
const conditions: Readonly<Record<CounterName, SQL>> = {
  events: sql`true`,
  'security-events': sql.raw(isSecurityEvent),
}

const names = Object.keys(conditions) as CounterName[]

/** Updates the counters with the rows up to the watermark. */
export async function updateCounters({
  database,
  keeper,
}: Pick<Context, 'database' | 'keeper'>): Promise<void> {
  const { lastId, settled } = await readWatermark(database.db)
  if (!settled) return
  for (const name of names) {
    await keeper.db.transaction(async (tx) => {
      await tx.insert(auditCounters).values({ name, upTo: 0, count: 0 }).onConflictDoNothing()
      await tx.execute(sql`select from audit_tallies where name = ${name} for update`)
      await tx.execute(sql`
        update audit_tallies counter set up_to = ${lastId}, count = counter.count + (
          select count(*) from audit_events where id > counter.up_to and id <= ${lastId} and ${conditions[name]}
        ) where name = ${name} and up_to < ${lastId}`)
    })
  }
}

/**
 * The number of rows of a kind: the counter and the rows after it. Two queries, since a single one makes the planner
 * expect a third of the log.
 */
export async function countEvents(
  { database: { db } }: Pick<Context, 'database'>,
  name: CounterName,
): Promise<number> {
  const [counter] = await db.select().from(auditCounters).where(eq(auditCounters.name, name))
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from audit_events where id > ${counter?.upTo ?? 0} and ${conditions[name]}`,
  )
  return (counter?.count ?? 0) + Number(rows[0]?.count ?? 0)
}
