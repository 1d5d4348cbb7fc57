import { sql, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { auditTallies } from '#server/db/audit-schema.ts'
import { isSecurityEvent } from './row-conditions.ts'
import { settledEventId } from './settled.ts'

type TallyName = (typeof auditTallies.$inferSelect)['name']

/** Which rows each tally counts. */
const conditions: Readonly<Record<TallyName, SQL>> = {
  events: sql`true`,
  'security-events': sql.raw(isSecurityEvent),
}

const names = Object.keys(conditions) as TallyName[]

/** Counts the rows that came since the last time, up to where none can appear any more. */
export async function tallyEvents({ database: { db } }: Pick<Context, 'database'>): Promise<void> {
  const settled = await settledEventId(db)
  for (const name of names) {
    await db.transaction(async (tx) => {
      await tx.insert(auditTallies).values({ name, upTo: 0, count: 0 }).onConflictDoNothing()
      await tx.execute(sql`select from audit_tallies where name = ${name} for update`)
      await tx.execute(sql`
        update audit_tallies tally set up_to = ${settled}, count = tally.count + (
          select count(*) from audit_events where id > tally.up_to and id <= ${settled} and ${conditions[name]}
        ) where name = ${name} and up_to < ${settled}`)
    })
  }
}

/** How many rows the log has of a sort: the tally, and what came after it. */
export async function countEvents({ database }: Pick<Context, 'database'>, name: TallyName): Promise<number> {
  const { rows } = await database.db.execute<{ count: string }>(sql`
    select coalesce((select count from audit_tallies where name = ${name}), 0) + (
      select count(*) from audit_events
      where id > coalesce((select up_to from audit_tallies where name = ${name}), 0) and ${conditions[name]}
    ) as count`)
  return Number(rows[0]?.count ?? 0)
}
