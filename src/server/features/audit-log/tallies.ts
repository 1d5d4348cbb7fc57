import { eq, sql, type SQL } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { auditTallies } from '#server/platform/db/audit-schema.ts'
import { isSecurityEvent } from '#server/platform/db/row-conditions.ts'
import { readWatermark } from './committed-watermark.ts'

type TallyName = (typeof auditTallies.$inferSelect)['name']

/** Which rows each tally counts. */
const conditions: Readonly<Record<TallyName, SQL>> = {
  events: sql`true`,
  'security-events': sql.raw(isSecurityEvent),
}

const names = Object.keys(conditions) as TallyName[]

/** Counts the rows that came since the last time, up to where none can appear any more. */
export async function tallyEvents({ database, keeper }: Pick<Context, 'database' | 'keeper'>): Promise<void> {
  const { lastId, settled } = await readWatermark(database.db)
  if (!settled) return
  for (const name of names) {
    await keeper.db.transaction(async (tx) => {
      await tx.insert(auditTallies).values({ name, upTo: 0, count: 0 }).onConflictDoNothing()
      await tx.execute(sql`select from audit_tallies where name = ${name} for update`)
      await tx.execute(sql`
        update audit_tallies tally set up_to = ${lastId}, count = tally.count + (
          select count(*) from audit_events where id > tally.up_to and id <= ${lastId} and ${conditions[name]}
        ) where name = ${name} and up_to < ${lastId}`)
    })
  }
}

/**
 * How many rows the log has of a sort: the tally, and what came after it. Asked in two statements: in one, the planner does
 * not know that little came after, and makes ready for a third of the log.
 */
export async function countEvents(
  { database: { db } }: Pick<Context, 'database'>,
  name: TallyName,
): Promise<number> {
  const [tally] = await db.select().from(auditTallies).where(eq(auditTallies.name, name))
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from audit_events where id > ${tally?.upTo ?? 0} and ${conditions[name]}`,
  )
  return (tally?.count ?? 0) + Number(rows[0]?.count ?? 0)
}
